/**
 * Which program this process is: what a hook entry has to start to get it again.
 *
 * @module
 */

/** How this process was started. */
export type RunningProgram =
  /** A compiled binary. */
  | { readonly kind: "binary"; readonly path: string }
  /** Deno with a file: the bundled script, or `main.ts` of the sources. */
  | { readonly kind: "script"; readonly deno: string; readonly script: string }
  /** Deno with something that is no file of this machine. */
  | { readonly kind: "elsewhere"; readonly deno: string; readonly specifier: string };

/** Tells how this process was started. Paths are native and absolute; links are followed as far as the system does. */
export function runningProgram(): RunningProgram {
  const executable = Deno.execPath();
  if (Deno.build.standalone) return { kind: "binary", path: executable };
  const specifier = Deno.mainModule;
  const script = filePath(specifier);
  return script === undefined
    ? { kind: "elsewhere", deno: executable, specifier }
    : { kind: "script", deno: executable, script };
}

/** The version of the Deno that runs this. */
export function denoVersion(): string {
  return Deno.version.deno;
}

function filePath(specifier: string): string | undefined {
  const url = new URL(specifier);
  if (url.protocol !== "file:") return undefined;
  const path = decodeURIComponent(url.pathname);
  if (Deno.build.os !== "windows") return path;
  const native = path.replace(/^\/(?=[A-Za-z]:)/, "").replaceAll("/", "\\");
  return url.host === "" ? native : `\\\\${url.host}${native}`;
}
