/**
 * Slash commands that the client handles itself, without asking the model. Commands that send a prompt (`/init`,
 * `/review`, skills) are not here: they leave an expansion in the transcript and are questions.
 *
 * Source: the command reference of the public documentation (2.1.240) and what it listed earlier; corpus for `context`,
 * `model`, `exit`, `clear`, `mcp`.
 *
 * @module
 */

/** One text, as a set of them would be made at every hook's start. */
const BUILTIN_COMMANDS =
  " add-dir agents allowed-tools android app approved-tools bashes branch btw bug cd checkpoint chrome clear color " +
  "compact config context continue copy cost desktop diff doctor effort exit export extra-usage fast feedback fork " +
  "help hooks ide install-github-app install-slack-app ios keybindings login logout mcp memory " +
  "migrate-installer mobile model new output-style passes permissions plugin plugins privacy-settings quit rc " +
  "release-notes reload-plugins remote-control remote-env rename reset resume rewind sandbox settings skills stats " +
  "status stickers stop tag tasks teleport terminal-setup theme todos tp tui undo upgrade usage vim voice ";

/**
 * @param name with or without its slash
 * @returns true when the client handles the command itself
 */
export function isBuiltinCommand(name: string): boolean {
  const bare = name.startsWith("/") ? name.slice(1) : name;
  return /^[a-z-]+$/.test(bare) && BUILTIN_COMMANDS.includes(` ${bare} `);
}
