/**
 * Every client whose settings `install` and `uninstall` edit. Beside `clients.ts`, so that no hook loads an editor of
 * settings; a test checks the table against the folders.
 *
 * @module
 */
import type { Installer } from "../lib/installer.ts";
import { claudeInstaller } from "./claude/installer.ts";
import { clineInstaller } from "./cline/installer.ts";
import { codexInstaller } from "./codex/installer.ts";
import { copilotInstaller } from "./copilot/installer.ts";

/** In the order in which they are named. */
export const INSTALLERS: readonly Installer[] = [claudeInstaller, codexInstaller, copilotInstaller, clineInstaller];
