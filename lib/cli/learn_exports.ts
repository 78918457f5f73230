/**
 * `imprint-hook learn --desktop` and `--path`: exports of Claude.ai and ChatGPT. They name no directory, so they are read
 * only when a person asks for them: those that lie in the Downloads folders, or in places inside the workspace's roots.
 *
 * @module
 */
import { CLIENTS } from "../../hooks/clients.ts";
import { InputError } from "../errors.ts";
import { type ExportOptions, type ExportReport, importExport } from "../exports/import_export.ts";
import type { Product } from "../import/product.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import { rootsAround } from "../ownership/place.ts";
import type { ClientModule } from "../types.ts";
import { otherSides } from "./client_stores.ts";

import { heading, type Layout, pairs, table } from "./screen.ts";
import { absolutePath } from "./setup.ts";
import { paragraph } from "./wrap.ts";

/** What was done with exports. */
export interface ExportsReport {
  readonly schema: 1;
  readonly workspace: string;
  readonly exports: readonly ExportReport[];
  /** Places that were asked for and hold nothing to read, and what to do. */
  readonly notes: readonly string[];
  readonly ms: number;
  readonly dryRun: boolean;
}

/** Where to look. */
export interface ExportsSearch {
  /** The Downloads folders, too. */
  readonly desktop: boolean;
  /** As they were typed. */
  readonly paths: readonly string[];
}

/** Exports in a folder that is unpacked. */
const UNPACKED = /^conversations(?:-\d{1,6})?\.json$/i;
/** The index of a Claude.ai export, which holds links and no conversations (osaurus pull 2650). */
const INDEX = /^manifest-.*\.json$/i;

/**
 * Learns exports.
 *
 * @throws {InputError} when a path lies outside of the workspace's roots or does not exist, before anything is read
 */
export async function learnExports(
  product: Product,
  { desktop, paths }: ExportsSearch,
  options: ExportOptions,
): Promise<ExportsReport> {
  const start = performance.now();
  const named = paths.map((typed) => inRoots(product, typed, options.workspace));
  const notes: string[] = [];
  const found = named.flatMap((path) => {
    if (product.files.stat(path)?.isDirectory !== true) {
      return INDEX.test(nameOf(path)) ? (notes.push(indexNote(path)), []) : [path];
    }
    const inside = exportsIn(product, path, true);
    notes.push(...inside.notes);
    if (inside.found.length === 0) notes.push(`"${visible(path)}" holds no zip and no conversations.json`);
    return inside.found;
  });
  if (desktop) {
    for (const folder of await downloadFolders(product)) {
      const inside = exportsIn(product, folder, false);
      notes.push(...inside.notes);
      found.push(...inside.found);
    }
  }
  const exports: ExportReport[] = [];
  for (const path of new Set(found)) exports.push(await importExport(product, path, options));
  return {
    schema: 1,
    workspace: options.workspace,
    exports,
    notes,
    ms: Math.round(performance.now() - start),
    dryRun: options.dryRun,
  };
}

function inRoots(product: Product, typed: string, workspaceName: string): string {
  const path = absolutePath(typed);
  const workspace = product.world.workspaces.find(({ name }) => name === workspaceName);
  const stat = product.files.stat(path);
  // A file's own directory is what has to lie inside.
  const directory = stat?.isFile ? path.replace(/[\\/][^\\/]*$/, "") || "/" : path;
  const facts = product.facts.directory({ path: directory, source: "record" }, product.facts.machine.environment);
  if (workspace === undefined || rootsAround(facts, workspace, product.world).length === 0) {
    throw new InputError(
      `cannot learn "${
        visible(typed)
      }": it lies in no root of workspace "${workspaceName}"; move it into one, or add ` +
        `its folder with "imprint-hook workspace root add"`,
    );
  }
  if (stat === undefined) throw new InputError(`cannot learn "${visible(typed)}": nothing is there; check the path`);
  return path;
}

/** Exports that lie in a folder itself; what a link leads to elsewhere is not looked at. */
function exportsIn(
  { files }: Product,
  folder: string,
  unpacked: boolean,
): { readonly found: readonly string[]; readonly notes: readonly string[] } {
  const found: string[] = [];
  const notes: string[] = [];
  for (const name of files.list(folder) ?? []) {
    const path = `${folder}/${name}`;
    if (!/\.zip$/i.test(name) && !(unpacked && UNPACKED.test(name)) && !INDEX.test(name)) continue;
    const stat = files.lstat(path);
    if (stat === undefined || stat.isSymlink || !stat.isFile) continue;
    if (INDEX.test(name)) {
      if (unpacked) notes.push(indexNote(path));
    } else found.push(path);
  }
  return { found, notes };
}

function indexNote(path: string): string {
  return `"${visible(path)}" is the index of an export; name the zips that belong to it`;
}

function nameOf(path: string): string {
  return path.replace(/^.*[\\/]/, "");
}

/** The person's own Downloads folder, and Windows' where its profile is registered. */
async function downloadFolders(product: Product): Promise<readonly string[]> {
  const { home } = product.directories;
  const stores: ClientModule["stores"] = (where) => where.home === null ? [] : [`${where.home}/Downloads`];
  const [any] = exportClients();
  const others = any === undefined ? [] : await otherSides(product, { ...any, stores });
  const all = [...(home === null ? [] : [`${home}/Downloads`]), ...others.map(({ dir }) => dir)];
  return [...new Set(all.flatMap((folder) => product.files.realPath(folder) ?? []))];
}

/** The clients that read exports. */
export function exportClients(): readonly ClientModule[] {
  return CLIENTS.filter(({ exported }) => exported !== undefined);
}

/** The report as text. */
export function exportsText(report: ExportsReport, layout: Layout): string {
  const shown = report.exports.filter(({ outcome }) => outcome !== "not-an-export");
  const others = report.exports.length - shown.length;
  const lines: string[] = [];
  if (shown.length > 0) {
    const rows = shown.map((one) => [
      nameOf(one.path),
      one.outcome,
      ...[one.seen, one.learned, one.known, one.empty, one.unsupported, one.failed].map(String),
      Object.entries(one.skipped).map(([reason, n]) => `${n} ${reason}`).join(", ") || "none",
    ]);
    const head = ["export", "outcome", "found", "learned", "known", "empty", "unsupported", "failed", "skipped"];
    lines.push(table(head, rows, layout), "");
  }
  const exchanges = shown.reduce((sum, one) => sum + one.exchanges, 0);
  const learnings = shown.reduce((sum, one) => sum + one.learnings, 0);
  lines.push(paragraph(
    `${shown.length} exports for workspace "${report.workspace}": ${exchanges} new exchanges and ${learnings} new ` +
      `learnings${report.dryRun ? " (dry run: nothing was written)" : ""}.` +
      (others === 0 ? "" : ` ${others} other files hold no conversations.`),
    layout,
  ));
  for (const note of report.notes) lines.push(paragraph(`${note}.`, layout));
  const problems = shown.filter(({ problem }) => problem !== undefined);
  if (problems.length > 0) lines.push("", heading("Failed", layout));
  for (const { path, problem = "" } of problems) lines.push(pairs([[path, problem]], { ...layout, plain: true }));
  return lines.join("\n");
}
