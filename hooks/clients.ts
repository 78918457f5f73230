/**
 * Every client this product reads, one folder each; a test checks the table against the folders.
 *
 * @module
 */
import type { ClientModule } from "../lib/types.ts";
import { claude } from "./claude/client.ts";
import { chatgptExport } from "./chatgpt_export/client.ts";
import { claudeExport } from "./claude_export/client.ts";
import { cline } from "./cline/client.ts";
import { codex } from "./codex/client.ts";
import { copilot } from "./copilot/client.ts";
import { cursor } from "./cursor/client.ts";
import { gemini } from "./gemini/client.ts";

/** In the order in which a file's content is tried. */
export const CLIENTS: readonly ClientModule[] = [
  claude,
  codex,
  copilot,
  cline,
  gemini,
  cursor,
  claudeExport,
  chatgptExport,
];
