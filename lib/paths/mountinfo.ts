/**
 * `/proc/self/mountinfo` of a WSL distribution to a mount table (WSL's `UtilFindMount`; proc(5)).
 *
 * @module
 */
import { type Mount, UNKNOWN_SOURCE } from "./mounts.ts";
import { posixSegments, startsWithSegments } from "./segments.ts";
import { escapeForDrive } from "./windows_names.ts";

interface Line {
  readonly id: string;
  readonly parent: string;
  /** Directory inside the mounted file system; other than `/` for bind mounts. */
  readonly root: string;
  readonly at: string;
  readonly names: readonly string[];
  readonly type: string;
  readonly source: string;
  readonly options: string;
}

/** What the text alone does not say. */
export interface MountinfoOptions {
  /** `[automount] root` of wsl.conf, with a slash at its end: virtiofs mounts are known by their place only. */
  readonly automountRoot?: string;
}

/**
 * Reads a mount table: every visible mount of a Windows directory, and what of Linux covers a part of one.
 *
 * @param text the file's text, octal escapes and all; lines that make no sense are passed over
 * @param options where WSL mounts drives
 * @returns the table, in the order of the text
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const line = "97 60 0:44 / /mnt/c rw,noatime - 9p C:\\134 rw,aname=drvfs;path=C:\\;uid=1000;symlinkroot=/mnt/";
 * assertEquals(parseMountinfo(line), [{ src: "C:\\", at: "/mnt/c" }]);
 * ```
 */
export function parseMountinfo(text: string, options: MountinfoOptions = {}): Mount[] {
  const lines = text.split("\n").map(readLine).filter((line) => line !== undefined);
  const visible = visibleLines(lines);
  const windows = new Map(visible.map((line) => [line, windowsSource(line, options.automountRoot ?? "/mnt/")]));
  const isCover = (line: Line) =>
    visible.some((other) => windows.get(other) !== undefined && startsWithSegments(other.names, line.names));
  return visible.flatMap((line): Mount[] => {
    const src = windows.get(line);
    if (src !== undefined) return [{ src, at: line.at }];
    return isCover(line) ? [{ src: null, at: line.at }] : [];
  });
}

function readLine(text: string): Line | undefined {
  const fields = text.replace(/\r$/, "").split(" ");
  const dash = fields.indexOf("-", 6);
  const [id = "", parent = "", , root = "", at = ""] = fields;
  if (dash < 0 || !/^\d+$/.test(id) || !at.startsWith("/")) return undefined;
  const place = unescapeOctal(at);
  return {
    id,
    parent,
    root: unescapeOctal(root),
    at: place,
    names: posixSegments(place),
    type: fields[dash + 1] ?? "",
    // Can be empty, which leaves two spaces.
    source: unescapeOctal(fields[dash + 2] ?? ""),
    // 9p prints its options unescaped, spaces included.
    options: fields.slice(dash + 3).join(" "),
  };
}

function unescapeOctal(text: string): string {
  return text.replace(/\\([01][0-7]{2})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 8)));
}

/** What a path walk from the root can reach; without a root in the text (somebody cut it) the order decides. */
function visibleLines(lines: readonly Line[]): Line[] {
  const ids = new Set(lines.map((line) => line.id));
  const root = lines.findLast((line) => line.names.length === 0 && (!ids.has(line.parent) || line.parent === line.id));
  if (root !== undefined) return lines.filter((line) => walk(line.names, root, lines) === line);
  return lines.filter((line, index) =>
    !lines.slice(index + 1).some((later) => startsWithSegments(later.names, line.names))
  );
}

function walk(names: readonly string[], root: Line, lines: readonly Line[]): Line {
  let current = root;
  // Each step goes to a mount on top of the last one; more steps than mounts would be a circle.
  for (let step = 0; step < lines.length; step++) {
    let next: Line | undefined;
    for (const line of lines) {
      if (line.parent !== current.id || line === current || !startsWithSegments(line.names, names)) continue;
      if (line.names.length < current.names.length) continue;
      if (next === undefined || line.names.length <= next.names.length) next = line;
    }
    if (next === undefined) break;
    current = next;
  }
  return current;
}

/** Undefined when the line mounts nothing of Windows. */
function windowsSource(line: Line, automountRoot: string): string | undefined {
  // A bind mount whose directory was deleted afterwards.
  const gone = line.root.endsWith("//deleted");
  switch (line.type) {
    case "drvfs":
      return gone ? UNKNOWN_SOURCE : below(line.source, line.root);
    case "9p": {
      const path = drvfsPath(line.options);
      return path === undefined ? undefined : gone ? UNKNOWN_SOURCE : below(path, line.root);
    }
    case "virtiofs":
      return virtiofsSource(line, automountRoot);
    default:
      return undefined;
  }
}

/** The `path=` in `aname=drvfs;path=C:\;uid=1000`; the value may hold commas, so the next `;` ends it if there is one. */
function drvfsPath(options: string): string | undefined {
  const aname = /(?:^|,)aname=drvfs(?:[;,]|$)/.exec(options);
  if (aname === null) return undefined;
  const rest = options.slice(aname.index).replace(/^,/, "");
  const at = rest.indexOf(";path=");
  if (at < 0) return UNKNOWN_SOURCE;
  const value = rest.slice(at + ";path=".length);
  const end = value.search(value.includes(";") ? /;/ : /,/);
  const path = end < 0 ? value : value.slice(0, end);
  return /^(?:[A-Za-z]:|UNC)?\\134/.test(path) ? unescapeOctal(path) : path;
}

function virtiofsSource(line: Line, automountRoot: string): string | undefined {
  if (!line.source.startsWith("drvfs")) return undefined;
  if (startsWithSegments(["run", "wsl", "virtiofs-mounts"], line.names)) return undefined;
  const root = posixSegments(automountRoot);
  const letter = line.names[root.length] ?? "";
  const isDrive = line.names.length === root.length + 1 && startsWithSegments(root, line.names) &&
    /^[a-z]$/.test(letter);
  // The tag names a share that only Windows can resolve; by its place WSL's own mount of a drive is known.
  return isDrive && line.root === "/" ? `${letter.toUpperCase()}:\\` : UNKNOWN_SOURCE;
}

/** Bind mounts: the directory inside the mounted file system comes behind its source. */
function below(source: string, root: string): string {
  const base = source.replaceAll("/", "\\").replace(/^UNC\\/i, "\\\\");
  const names = posixSegments(root).map(escapeForDrive);
  if (names.length === 0) return base;
  return `${base.endsWith("\\") ? base.slice(0, -1) : base}\\${names.join("\\")}`;
}
