/**
 * Every client with hooks, as a hook finds it: by the first word of the command line. Claude Code, whose hooks run most, is there at
 * once, as loading it takes 5 ms; of the others only the one that calls is loaded, and all of them where nobody knows who
 * calls. A test keeps the table in step with `clients.ts`.
 *
 * @module
 */
import type { ClientModule } from "../lib/types.ts";
import { claude } from "./claude/client.ts";

/** A client that is not loaded yet. */
export interface HookClient {
  /** First word of its hook entries. */
  readonly folder: string;
  load(): Promise<ClientModule>;
}

/** In the order of `clients.ts`. */
export const HOOK_CLIENTS: readonly HookClient[] = [
  { folder: "claude", load: () => Promise.resolve(claude) },
  { folder: "codex", load: async () => (await import("./codex/client.ts")).codex },
  { folder: "copilot", load: async () => (await import("./copilot/client.ts")).copilot },
  { folder: "cline", load: async () => (await import("./cline/client.ts")).cline },
  { folder: "gemini", load: async () => (await import("./gemini/client.ts")).gemini },
  { folder: "cursor", load: async () => (await import("./cursor/client.ts")).cursor },
];
