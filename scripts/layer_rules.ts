/**
 * Dependencies point one way (design section 7):
 * main -> lib/cli -> hooks/clients, hooks/installers -> hooks/<client> -> lib without lib/cli.
 *
 * @module
 */
import type { ImportEdge } from "./import_graph.ts";
import { EAGER_CLI_FILES, HOOK_FILE, HOOK_PATH_PACKAGES, isProductFile, isPure, PORTS } from "./source_places.ts";

/** The table of what edits settings: for commands that people type, never for a hook. */
const INSTALLERS = "hooks/installers.ts";
/** What `lib/cli` may know of the clients. */
const TABLES: readonly string[] = ["hooks/clients.ts", "hooks/hook_clients.ts", "hooks/hook_names.ts", INSTALLERS];

/** One import that points the wrong way: where it is and what to do about it. */
export interface LayerFault {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

/** Settings of {@linkcode layerFaults}; the defaults are the project's own lists. */
export interface LayerOptions {
  /** Files of `lib/cli` that a hook may load. */
  readonly eager?: readonly string[];
}

/**
 * Checks every import of product code.
 *
 * @param edges all imports of the project
 * @returns the faults by file and line; none when every dependency points the right way
 */
export function layerFaults(edges: readonly ImportEdge[], options: LayerOptions = {}): LayerFault[] {
  const product = edges.filter((edge) => isProductFile(edge.from));
  const faults = [
    ...product.flatMap((edge) => fault(edge, wrongWay(edge))),
    ...product.flatMap((edge) => fault(edge, impurity(edge, product))),
    ...product.flatMap((edge) => fault(edge, cycle(edge, product))),
    ...eagerFaults(product, options.eager ?? EAGER_CLI_FILES),
  ];
  return faults.sort((a, b) => a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1);
}

function fault(edge: ImportEdge, message: string | undefined): LayerFault[] {
  return message === undefined ? [] : [{ path: edge.from, line: edge.line, message }];
}

function wrongWay({ from, to }: ImportEdge): string | undefined {
  const isSource = !to.includes(":");
  if (isSource && !isProductFile(to)) {
    return `product code imports ${to}, which is no product code: move what both need into lib`;
  }
  if (to === "main.ts") return "nothing imports main.ts: move what is needed into lib";
  const toClient = /^hooks\/([^/]+)\//.exec(to)?.[1];
  if (from === "main.ts") {
    return to.startsWith("hooks/") ? `main.ts imports ${to}: go through lib/cli` : undefined;
  }
  if (from.startsWith("lib/cli/")) {
    return !to.startsWith("hooks/") || TABLES.includes(to)
      ? undefined
      : `lib/cli imports ${to}: of hooks it may know ${TABLES.join(" and ")} only`;
  }
  if (from.startsWith("lib/")) {
    if (to.startsWith("hooks/")) return `lib imports ${to}: lib is client-neutral, take a ClientModule as an argument`;
    return to.startsWith("lib/cli/") ? `lib imports ${to}: move what is needed out of lib/cli` : undefined;
  }
  if (to.startsWith("lib/cli/")) return `hooks imports ${to}: move what is needed out of lib/cli`;
  const fromClient = /^hooks\/([^/]+)\//.exec(from)?.[1];
  if (fromClient === undefined) return undefined;
  if (TABLES.includes(to)) return "a client imports a table of clients: it must not know the others";
  if (toClient !== undefined && toClient !== fromClient) {
    return `hooks/${fromClient} imports ${to}: what two clients need belongs into lib`;
  }
  return undefined;
}

/** A pure file may take types and ports from `lib/io`; no other way leads from it there. */
function impurity(edge: ImportEdge, edges: readonly ImportEdge[]): string | undefined {
  if (!isPure(edge.from) || edge.kind === "type" || isPure(edge.to)) return undefined;
  if (isImplementation(edge.to)) {
    return `${edge.from} is pure but imports ${edge.to}: take what it reads as an argument, types by \`import type\``;
  }
  const way = wayTo(edge.to, { edges, kinds: ["static", "dynamic"], isGoal: isImplementation });
  return way &&
    `${edge.from} is pure but reaches ${way.at(-1)} through ${edge.to}: split that file or take an argument`;
}

function isImplementation(path: string): boolean {
  return path.startsWith("lib/io/") && !PORTS.includes(path);
}

/** Files that need each other are one file, or one of them is in the wrong place. */
function cycle(edge: ImportEdge, edges: readonly ImportEdge[]): string | undefined {
  if (edge.kind !== "static") return undefined;
  const way = wayTo(edge.to, { edges, kinds: ["static"], isGoal: (path) => path === edge.from });
  // Each cycle is reported once, at its first file.
  if (way === undefined || way.some((path) => path < edge.from)) return undefined;
  return `imports in a circle: ${[edge.from, ...way].join(" -> ")}: move what they share into a file of its own`;
}

/** What `main.ts` and the hook load is the hook's start-up time (design section 8). */
function eagerFaults(edges: readonly ImportEdge[], eager: readonly string[]): LayerFault[] {
  const hook = edges.filter(({ from, to, kind }) => from === "main.ts" && to === HOOK_FILE && kind === "dynamic");
  const reached = new Set(["main.ts", ...hook.map(({ to }) => to)]);
  const faults: LayerFault[] = [];
  for (const from of reached) {
    for (const edge of edges.filter((edge) => edge.from === from && edge.kind === "static")) {
      const message = eagerFault(edge.to, eager);
      // What is refused is not followed: one fault names the cause, not everything behind it.
      if (message === undefined) reached.add(edge.to);
      else faults.push({ path: edge.from, line: edge.line, message });
    }
  }
  const unused = reached.size === 1 ? [] : eager.filter((path) => !reached.has(path));
  return [
    ...faults,
    ...unused.map((path) => ({
      path: "scripts/source_places.ts",
      line: 1,
      message: `EAGER_CLI_FILES names ${path}, which no hook loads: take it out`,
    })),
  ];
}

function eagerFault(to: string, eager: readonly string[]): string | undefined {
  if (to.startsWith("node:")) return `${to} is loaded by every hook: load it lazily`;
  const npm = /^npm:\/?((?:@[^/]+\/)?[^@/]+)/.exec(to)?.[1];
  if (npm !== undefined) {
    return HOOK_PATH_PACKAGES.includes(npm) ? undefined : `the package ${npm} is loaded by every hook: load it lazily`;
  }
  if (to.startsWith("lib/cli/") && !eager.includes(to)) {
    return `${to} is loaded by every hook: load it lazily, or name it in EAGER_CLI_FILES of scripts/source_places.ts`;
  }
  const editsSettings = to === INSTALLERS || /^hooks\/[^/]+\/settings\.ts$/.test(to);
  return editsSettings ? `${to} is loaded by every hook: load it lazily` : undefined;
}

interface WayOptions {
  readonly edges: readonly ImportEdge[];
  readonly kinds: readonly ImportEdge["kind"][];
  readonly isGoal: (path: string) => boolean;
}

/** The shortest way from a file to a goal, both included. */
function wayTo(start: string, { edges, kinds, isGoal }: WayOptions): string[] | undefined {
  const previous = new Map<string, string | undefined>([[start, undefined]]);
  for (const path of previous.keys()) {
    if (isGoal(path)) {
      const way = [path];
      for (let step = previous.get(path); step !== undefined; step = previous.get(step)) way.unshift(step);
      return way;
    }
    for (const { from, to, kind } of edges) {
      if (from === path && kinds.includes(kind) && !previous.has(to)) previous.set(to, path);
    }
  }
  return undefined;
}
