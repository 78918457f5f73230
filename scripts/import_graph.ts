/**
 * Every import of the project's source files, as Deno itself resolves them.
 *
 * @module
 */
import { nativePath } from "./native_path.ts";

/** One import: who, whom, where, and whether it loads code at once, later or never. */
export interface ImportEdge {
  /** The importing file, relative to the project, with `/`. */
  readonly from: string;
  /** The imported file, relative likewise; for packages and built-in modules the resolved specifier. */
  readonly to: string;
  /** 1-based. */
  readonly line: number;
  readonly kind: "static" | "dynamic" | "type";
}

/** The part of `deno info --json` that is read here. */
interface InfoModule {
  readonly specifier: string;
  readonly dependencies?: readonly {
    readonly isDynamic?: boolean;
    readonly code?: InfoReference;
    readonly type?: InfoReference;
  }[];
}
interface InfoReference {
  readonly specifier?: string;
  readonly span: { readonly start: { readonly line: number } };
}

/**
 * Reads the imports of every script below the folders.
 *
 * @param root the project's directory as a `file:` URL ending in `/`; its `deno.json` is used when there is one
 * @param folders files and folders relative to it; missing ones are passed over
 * @returns the edges in file order, those of one file by line
 * @throws {Error} when Deno cannot read the graph (a syntax error, for example)
 */
export async function readImports(root: URL, folders: readonly string[]): Promise<ImportEdge[]> {
  const files = folders.flatMap((folder) => sourceFiles(root, folder)).sort();
  const entry = await Deno.makeTempFile({ suffix: ".ts" });
  try {
    // One entry that imports everything makes it one graph, read by one process.
    await Deno.writeTextFile(entry, files.map((path) => `import ${JSON.stringify(fileUrl(root, path))};\n`).join(""));
    const modules = await denoInfo(root, entry);
    return modules.flatMap((module) => edgesOf(module, root))
      .sort((a, b) => a.from === b.from ? a.line - b.line : a.from < b.from ? -1 : 1);
  } finally {
    await Deno.remove(entry);
  }
}

async function denoInfo(root: URL, entry: string): Promise<readonly InfoModule[]> {
  const config = new URL("deno.json", root);
  const hasConfig = await Deno.stat(config).then((stat) => stat.isFile, () => false);
  const output = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", "--no-lock", ...(hasConfig ? ["--config", nativePath(config)] : ["--no-config"]), entry],
    env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
    stderr: "piped",
  }).output();
  const text = new TextDecoder().decode(output.stdout);
  if (!output.success) throw new Error(`cannot read the imports: ${new TextDecoder().decode(output.stderr)}`);
  const { modules } = JSON.parse(text) as { modules: readonly (InfoModule & { readonly error?: string })[] };
  const broken = modules.find((module) => module.error !== undefined && !/not found/i.test(module.error));
  if (broken !== undefined) throw new Error(`cannot read the imports of ${broken.specifier}: ${broken.error}`);
  return modules;
}

function edgesOf(module: InfoModule, root: URL): ImportEdge[] {
  if (!module.specifier.startsWith(root.href)) return [];
  const from = relative(module.specifier, root);
  return (module.dependencies ?? []).flatMap(({ code, type, isDynamic }) => [
    ...edge(code, isDynamic ? "dynamic" : "static"),
    ...edge(type, "type"),
  ]);

  function edge(reference: InfoReference | undefined, kind: ImportEdge["kind"]): ImportEdge[] {
    if (reference?.specifier === undefined) return [];
    return [{ from, to: relative(reference.specifier, root), line: reference.span.start.line + 1, kind }];
  }
}

function relative(specifier: string, root: URL): string {
  return specifier.startsWith(root.href) ? decodeURIComponent(specifier.slice(root.href.length)) : specifier;
}

function fileUrl(root: URL, path: string): string {
  return new URL(path.split("/").map(encodeURIComponent).join("/"), root).href;
}

/** Scripts at or below `path`, relative to the root. */
function sourceFiles(root: URL, path: string): string[] {
  let stat: Deno.FileInfo;
  try {
    stat = Deno.statSync(new URL(path, root));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
  if (stat.isFile) return /\.[jt]s$/.test(path) ? [path] : [];
  return [...Deno.readDirSync(new URL(path, root))].flatMap(({ name }) => sourceFiles(root, `${path}/${name}`));
}
