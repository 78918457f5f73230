/**
 * A disk in memory, POSIX, Mac or Windows, so that every operating system's cases run on any. Tests only.
 *
 * @module
 */
import type { FileStat, ReadHandle } from "../io/files.ts";
import type { FactFiles } from "./disk_view.ts";

/** What is at a path; parents come by themselves. */
export type MemoryEntry =
  | "directory"
  | { readonly directory: { readonly uid?: number; readonly mode?: string } }
  | { readonly file: string }
  /** Absolute target. */
  | { readonly link: string }
  /** A directory or file that may not be looked at. */
  | "locked";

interface Node {
  readonly name: string;
  readonly entry: MemoryEntry;
  readonly children: Map<string, Node>;
}

/** The owner of everything that says nothing else. */
export const MEMORY_UID = 1000;

/** Makes the disk. */
export function memoryFiles(
  entries: Readonly<Record<string, MemoryEntry>>,
  { os }: { readonly os: "linux" | "wsl" | "macos" | "windows" },
): FactFiles & { readonly asked: string[] } {
  const folds = os === "windows" || os === "macos";
  const fold = (name: string, above: readonly string[] = []): string => {
    // A drive that WSL mounts folds case like the drive itself.
    const mounted = os === "wsl" && above.length > 1 && above[0] === "mnt";
    return folds || mounted ? name.toLowerCase() : name;
  };
  const roots = new Map<string, Node>();
  const asked: string[] = [];

  function split(path: string): { readonly root: string; readonly names: readonly string[] } {
    if (os !== "windows") return { root: "/", names: path.split("/").filter((name) => name !== "") };
    const plain = path.replace(/^\\\\\?\\/, "");
    const parts = plain.split(/[\\/]/).filter((name) => name !== "");
    const count = plain.startsWith("\\\\") ? 2 : 1;
    const root = parts.slice(0, count).join("\\");
    return { root: count === 2 ? `\\\\${root}` : root, names: parts.slice(count) };
  }

  function put(path: string, entry: MemoryEntry): void {
    const { root, names } = split(path);
    let node: Node = roots.get(fold(root)) ?? { name: root, entry: "directory", children: new Map() };
    roots.set(fold(root), node);
    for (const [index, name] of names.entries()) {
      const last = index === names.length - 1;
      const known: Node | undefined = node.children.get(fold(name, names.slice(0, index)));
      const child: Node = known !== undefined && !last
        ? known
        : { name, entry: last ? entry : "directory", children: known?.children ?? new Map() };
      node.children.set(fold(name, names.slice(0, index)), child);
      node = child;
    }
  }
  for (const [path, entry] of Object.entries(entries)) put(path, entry);

  function walk(path: string, hops = 0): { readonly node: Node; readonly real: string } | undefined {
    if (hops > 40) throw named("FilesystemLoop", "Too many levels of symbolic links (os error 40)");
    const { root, names } = split(path);
    const top = roots.get(fold(root));
    if (top === undefined) return undefined;
    // The way down; `..` goes back along it, as the system does after it followed the links.
    const way: Node[] = [top];
    for (const [index, name] of names.entries()) {
      const node = way.at(-1) ?? top;
      if (name === "." || name === "..") {
        if (name === ".." && way.length > 1) way.pop();
        continue;
      }
      const child = node.children.get(fold(name, way.slice(1).map((each) => each.name)));
      if (child === undefined) return undefined;
      if (child.entry === "locked") throw named("PermissionDenied", "Permission denied (os error 13)");
      if (typeof child.entry === "object" && "link" in child.entry) {
        const separator = os === "windows" ? "\\" : "/";
        return walk([child.entry.link, ...names.slice(index + 1)].join(separator), hops + 1);
      }
      way.push(child);
    }
    const real = way.slice(1).map(({ name }) => name);
    return {
      node: way.at(-1) ?? top,
      real: os === "windows" ? `${top.name}\\${real.join("\\")}` : `/${real.join("/")}`,
    };
  }

  function stat(path: string): FileStat | undefined {
    asked.push(path);
    const found = walk(path);
    if (found === undefined) return undefined;
    const { entry } = found.node;
    const isFile = typeof entry === "object" && "file" in entry;
    const owner = typeof entry === "object" && "directory" in entry ? entry.directory : {};
    const posix = os !== "windows";
    return {
      isFile,
      isDirectory: !isFile,
      isSymlink: false,
      size: isFile ? new TextEncoder().encode(entry.file).length : 0,
      mtime: 0,
      mode: posix ? parseInt(owner.mode ?? "755", 8) : null,
      uid: posix ? owner.uid ?? MEMORY_UID : null,
      dev: 1,
      ino: null,
    };
  }

  function open(path: string): ReadHandle | undefined {
    asked.push(path);
    const entry = walk(path)?.node.entry;
    if (typeof entry !== "object" || !("file" in entry)) return undefined;
    const bytes = new TextEncoder().encode(entry.file);
    return {
      size: bytes.length,
      read(into, at) {
        const part = bytes.subarray(at, at + into.length);
        into.set(part);
        return part.length;
      },
      close() {},
    };
  }

  return {
    asked,
    stat,
    open,
    readLink(path) {
      asked.push(path);
      const { root, names } = split(path);
      const above = walk([root === "/" ? "" : root, ...names.slice(0, -1)].join(os === "windows" ? "\\" : "/") || "/");
      const name = names.at(-1) ?? "";
      const way = above?.real.split(/[\\/]/).filter((part) => part !== "") ?? [];
      const entry = above?.node.children.get(fold(name, os === "windows" ? way.slice(1) : way))?.entry;
      return typeof entry === "object" && "link" in entry ? entry.link : undefined;
    },
    realPath(path) {
      asked.push(path);
      return walk(path)?.real;
    },
  };
}

function named(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}
