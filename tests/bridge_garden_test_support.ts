/**
 * A project inside WSL, conversations on Windows about it, and what is stored of them.
 *
 * @module
 */
import type { Border } from "./bridge_test_support.ts";

/** Session directories below a project, and how many questions each holds. */
export function stored(dir: string): readonly (readonly [key: string, questions: number])[] {
  const folder = `${dir}/.umwelten/learnings/claude`;
  try {
    return Array.from(Deno.readDirSync(folder)).filter(({ name }) => /^[0-9a-f]{32}$/.test(name)).map(({ name }) => {
      const rows = Deno.readTextFileSync(`${folder}/${name}/exchanges.jsonl`).trim().split("\n");
      return [name, rows.length] as const;
    });
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** How the Windows side spells a Linux directory. */
export function share(path: string): string {
  return `\\\\wsl.localhost\\Ubuntu${path.replaceAll("/", "\\")}`;
}

/** A registered distribution with a project, and a conversation on Windows about it. */
export async function garden(border: Border): Promise<string> {
  Deno.mkdirSync(`${border.home}/garden/.git`, { recursive: true });
  await border.register();
  return `${border.home}/garden`;
}

/** Where a conversation lies on Windows. */
export function transcriptOf(session: string): string {
  return `C:\\Users\\mira\\.claude\\projects\\-kettle\\${session}.jsonl`;
}
