/**
 * `imprint-hook search`: what was said and learned, by its words.
 *
 * @module
 */
import { EXIT, UsageError } from "../errors.ts";
import type { Product } from "../import/product.ts";
import { findScope, type Scope } from "../import/readable_sessions.ts";
import { projectOf } from "../import/same_project.ts";
import { workingDirectory } from "../io/process.ts";
import { isTerminal, mayColour, writeText } from "../io/terminal.ts";
import { LEARNING_KINDS } from "../types.ts";
import type { ParsedArguments } from "./command.ts";
import { asksEveryWorkspace } from "./every_workspace.ts";
import { layoutOfTerminal } from "./layout_of_terminal.ts";
import { openIndex, type WorkDirIndex } from "./search/index_of.ts";
import { readQuery } from "./search/query.ts";
import { acceptedRows, type FoundRow } from "./search/rows.ts";
import { findHits, type HitFilter } from "./search/score.ts";
import { foundText } from "./search/text.ts";
import { absolutePath, namedWorkspace, setUp } from "./setup.ts";
import { parseSince } from "./since.ts";

/** What fits on a screen; each row more is read from its session, which takes longer than finding it. */
const USUAL_LIMIT = 10;
const MOST_LIMIT = 1000;

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const query = readQuery(args.operands.join(" "));
  if (query.words.length === 0) throw new UsageError("search: there is no word to look for; give one or more");
  const limit = limitOf(args.value("limit"));
  const product = await setUp({ mode: "person", home: args.value("home") });
  const filter = await filterOf(args, product.now());
  const sealKey = await product.sealKey();
  const rows: FoundRow[] = [];
  for (const { scope, project } of scopesOf(product, args)) {
    const indexes: WorkDirIndex[] = [];
    try {
      for (const workDir of scope.workDirs) {
        indexes.push(await openIndex(product, workDir, { sealKey, onBuild: sayIndexing }));
      }
      const hits = findHits(indexes, query, { filter, now: product.now().getTime() });
      rows.push(...acceptedRows(product, hits, { query, limit, sealKey, workspace: scope.workspace, project }));
    } finally {
      indexes.forEach((index) => index.close());
    }
  }
  const best = rows.sort((a, b) => b.score - a.score).slice(0, limit);
  if (args.flag("json")) {
    writeText("stdout", `${JSON.stringify({ schema: 1, query: args.operands.join(" "), rows: best })}\n`);
  } else {
    const layout = layoutOfTerminal(args.flag("plain"));
    writeText("stdout", `${foundText(best, { layout, colour: layout.color && mayColour("stdout") })}\n`);
  }
  return EXIT.done;
}

let said = false;
function sayIndexing(): void {
  if (said || !isTerminal("stderr")) return;
  said = true;
  writeText("stderr", "Indexing what is new...\n");
}

/** A scope, and the project that its sessions have to be of. */
interface SearchScope {
  readonly scope: Scope;
  readonly project: string | undefined;
}

function scopesOf(product: Product, args: ParsedArguments): readonly SearchScope[] {
  const [directory, named] = [args.value("in"), args.value("workspace")];
  if (asksEveryWorkspace(args, "search")) {
    return product.config.workspaces.map(({ name }) => ({
      scope: findScope(product, { kind: "all", workspace: name }),
      project: undefined,
    }));
  }
  if (directory === undefined && named !== undefined) {
    return [{
      scope: findScope(product, { kind: "all", workspace: namedWorkspace(product, named) }),
      project: undefined,
    }];
  }
  const here = directory === undefined ? workingDirectory() : absolutePath(directory);
  const workspace = namedWorkspace(product, named);
  const project = projectOf(product, [{ path: here, source: "record" }]);
  const isProject = project?.startsWith("dir ") === true && isMarked(product, project.slice("dir ".length));
  if (directory === undefined && !isProject && isTerminal("stdin") && isTerminal("stdout")) {
    return [{ scope: findScope(product, { kind: "all", workspace }), project: undefined }];
  }
  return [{ scope: findScope(product, { kind: "project", directory: here, workspace }), project }];
}

/** A directory that nothing makes a project is one only by its name. */
function isMarked({ files }: Product, directory: string): boolean {
  return [".git", ".umwelten"].some((name) => files.stat(`${directory}/${name}`) !== undefined);
}

async function filterOf(args: ParsedArguments, now: Date): Promise<HitFilter> {
  const kinds = args.values("kind").map((kind) => {
    const position = ["exchanges", ...LEARNING_KINDS].indexOf(kind);
    if (position >= 0) return position;
    throw new UsageError(`search: no kind "${kind}"; there is exchanges, ${LEARNING_KINDS.join(", ")}`);
  });
  const clients = await clientFolders(args.values("client"));
  const since = args.value("since");
  return {
    ...(kinds.length === 0 ? {} : { kinds: new Set(kinds) }),
    ...(clients.length === 0 ? {} : { clients: new Set(clients) }),
    ...(since === undefined ? {} : { since: Math.floor(parseSince(since, { command: "search", now }) / 1000) }),
  };
}

/** What the clients are called is loaded with everything that is known of them: only for who asks. */
async function clientFolders(names: readonly string[]): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const { CLIENTS } = await import("../../hooks/clients.ts");
  return names.map((wanted) => {
    const client = CLIENTS.find(({ name, folder }) => name === wanted || folder === wanted);
    if (client !== undefined) return client.folder;
    throw new UsageError(`search: no client "${wanted}"; there is ${CLIENTS.map(({ name }) => name).join(", ")}`);
  });
}

function limitOf(text: string | undefined): number {
  if (text === undefined) return USUAL_LIMIT;
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= MOST_LIMIT) return limit;
  throw new UsageError(`search: --limit takes a number from 1 to ${MOST_LIMIT}, not "${text}"`);
}
