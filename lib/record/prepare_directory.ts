/**
 * First use of a working directory.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { InputError } from "../errors.ts";
import { type SessionPlace, under } from "./layout.ts";

/**
 * Creates a session's directory (0700) and, once per working directory, `.gitignore` and `README.md` beside the clients'
 * folders. Files that are there stay as they are: a person may have changed them.
 *
 * The path below the working directory must be made of real directories. A cloned repository can bring a symbolic link
 * along, and what is learned must not be led elsewhere by it.
 *
 * @throws {InputError} when one of them is a symbolic link or a file
 */
export function prepareDirectory(
  files: Pick<Files, "lstat" | "makeDirectory" | "replace">,
  place: SessionPlace,
): void {
  for (const directory of [under(place.workDir, ".umwelten"), place.root, place.folder, place.directory]) {
    const stat = files.lstat(directory);
    if (stat === undefined) {
      files.makeDirectory(directory);
    } else if (!stat.isDirectory || stat.isSymlink) {
      const found = stat.isSymlink ? "it is a symbolic link" : "it is no directory";
      throw new InputError(
        `cannot store in "${directory}": ${found}; remove it, or set the workspace's "workDir" to a place of its own`,
      );
    }
  }
  const encoder = new TextEncoder();
  for (const [name, text] of [[".gitignore", GITIGNORE], ["README.md", README]] as const) {
    const path = under(place.root, name);
    if (files.lstat(path) === undefined) files.replace(path, encoder.encode(text));
  }
}

/** True for the two files that {@linkcode prepareDirectory} writes, as this program wrote them. */
export function isPreparedFile(name: string, text: string): boolean {
  return name === ".gitignore"
    ? text === GITIGNORE || text === SHARING_GITIGNORE
    : name === "README.md" && text.startsWith(README_START);
}

const GITIGNORE = "*\n";

/** For `"shareInGit": true`: everything but the shared files. */
export const SHARING_GITIGNORE = "*\n!.gitignore\n!shared/\n!shared/.gitattributes\n!shared/*.jsonl\n";

/** How every version of the text begins. */
const README_START = "# What is in this folder\n\n`imprint-hook` made it.";

const README = `# What is in this folder

\`imprint-hook\` made it. It keeps what you and your coding agent said in this project, and what it learned from that.

| file | what it holds |
|---|---|
| \`<client>/<session>/exchanges.jsonl\` | your questions, the replies that followed, and text that the client wrote |
| \`<client>/<session>/facts.jsonl\`, \`skill_candidates.jsonl\`, \`preferences.jsonl\`, \`open_loops.jsonl\`, \`mistakes.jsonl\` | what was learned |
| \`<client>/<session>/meta.json\` | which conversation it is, and how far it was read |
| \`<client>/seen.bin\` | which messages are stored already |

Secrets are taken out before anything is written, as far as they can be recognised. Read it before you show it to anyone.

- Turn it off: \`imprint-hook pause\`, or \`imprint-hook uninstall CLIENT\`. A prompt line that is exactly \`no-imprint\` keeps
  that conversation out.
- Delete it: remove this folder. The conversations themselves are the client's, and stay.
- Do not ship it: \`.gitignore\` here keeps it out of git. Leave it out of packages, images and backups that others get.
`;
