import { assertEquals } from "@std/assert";
import { conversation } from "./import_test_support.ts";
import { hookTest } from "./hook_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";

/** Bytes as a wrapper of code page 1252 writes them. */
function legacy(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

hookTest(
  "claude stop learns when a legacy code page broke the directory that the transcript holds whole",
  async (m) => {
    const project = m.project("k\u00fcche");
    m.configure({ version: 1, workspaces: { default: {}, research: { roots: [m.project("lab")] } } });
    const talk = conversation(SESSION, project);
    talk.typed("why does it boil dry?");
    talk.reply("the sensor sends a null");
    const transcript = m.transcript(SESSION, talk.rows);
    assertEquals((await m.hook(["claude", "stop"], legacy(m.stop(SESSION, transcript, { cwd: project })))).code, 0);
    assertEquals([m.heartbeats().at(-1)?.["outcome"], m.exchanges(project).length], ["learned", 1]);
  },
);

hookTest(
  "claude stop learns nothing when a legacy code page broke a directory that only the payload holds",
  async (m) => {
    const project = m.project("kettle");
    const lab = m.project("labor\u00e4tsel");
    m.configure({ version: 1, workspaces: { default: {}, research: { roots: [lab] } } });
    const talk = conversation(SESSION, project);
    talk.typed("why does it boil dry?");
    talk.reply("the sensor sends a null");
    const transcript = m.transcript(SESSION, talk.rows);
    const stop = (cwd: string) => m.hook(["claude", "stop"], legacy(m.stop(SESSION, transcript, { cwd })));
    assertEquals((await stop(`${lab}/src`)).code, 0);
    const last = m.heartbeats().at(-1);
    assertEquals([last?.["outcome"], last?.["reason"]], ["skipped", "unplaceable-cwd"]);
    assertEquals(m.exchanges(project), []);
    // It is remembered: a later call in the project does not make it belong there.
    await m.hook(["claude", "stop"], m.stop(SESSION, transcript, { cwd: project }));
    assertEquals([m.heartbeats().at(-1)?.["reason"], m.exchanges(project).length], ["unplaceable-cwd", 0]);
  },
);
