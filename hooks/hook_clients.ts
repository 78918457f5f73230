/**
 * Every client as a hook finds it: by the first word of the command line. Only the client that calls is loaded; all of
 * them are where nobody knows who calls. A test keeps the table in step with `clients.ts`.
 *
 * @module
 */
import type { ClientModule } from "../lib/types.ts";

/** A client that is not loaded yet. */
export interface HookClient {
  /** First word of its hook entries. */
  readonly folder: string;
  load(): Promise<ClientModule>;
}

/** In the order of `clients.ts`. */
export const HOOK_CLIENTS: readonly HookClient[] = [
  { folder: "claude", load: async () => (await import("./claude/client.ts")).claude },
  { folder: "codex", load: async () => (await import("./codex/client.ts")).codex },
  { folder: "copilot", load: async () => (await import("./copilot/client.ts")).copilot },
  { folder: "cline", load: async () => (await import("./cline/client.ts")).cline },
  { folder: "gemini", load: async () => (await import("./gemini/client.ts")).gemini },
  { folder: "cursor", load: async () => (await import("./cursor/client.ts")).cursor },
];
