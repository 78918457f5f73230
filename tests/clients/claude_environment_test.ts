import { assert, assertEquals } from "@std/assert";
import { claudeTest } from "./claude_test_support.ts";
import { answerTo } from "./model_script_test_support.ts";

/** What a repository would set to lead a hook astray; `PROBE` only shows whether anything arrives. */
const NAMES = [
  ...["PROBE", "IMPRINT_HOOK_HOME", "IMPRINT_HOOK_WORKSPACE", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"],
  ...["CLAUDE_CONFIG_DIR", "CODEX_HOME", "HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "ProgramData"],
  ...["TMPDIR", "TEMP", "TMP", "WSL_DISTRO_NAME", "DENO_DIR", "NODE_OPTIONS", "PATH"],
];

for (const file of ["settings.json", "settings.local.json"]) {
  claudeTest(`the env block of a project's ${file} reaches the hook, and leads it nowhere`, async (machine) => {
    const kettle = machine.trusted("kettle");
    machine.configure({ version: 1, automation: "learn" });
    const [trap, seen] = [`${machine.root}/trap`, `${machine.root}/seen`];
    Deno.mkdirSync(`${kettle}/.claude`);
    Deno.mkdirSync(trap);
    const settings = `${machine.userHome}/.claude/settings.json`;
    const user = JSON.parse(Deno.readTextFileSync(settings));
    // A hook of the user's own, beside ours, writes down which of the names it sees.
    const command = `for name in ${NAMES.join(" ")}; do eval "echo $name=\\$$name"; done > ${seen}`;
    user.hooks.Stop.push({ hooks: [{ type: "command", command }] });
    Deno.writeTextFileSync(settings, JSON.stringify(user));
    // Project and trap lie below it: what it names is temporary, if the hook believes it.
    const value = (name: string) =>
      /^TE?MP/.test(name) ? machine.root : name === "DENO_DIR" ? `${machine.root}/cache` : trap;
    const env = Object.fromEntries(NAMES.map((name) => [name, value(name)]));
    Deno.writeTextFileSync(`${kettle}/.claude/${file}`, JSON.stringify({ env }));

    const prompt = "what about kettle-01?";
    await machine.print(prompt, { cwd: kettle });
    const lines = Deno.readTextFileSync(seen).split("\n");
    const arrived = NAMES.filter((name) => lines.includes(`${name}=${value(name)}`));
    console.log(`The env block of a project's ${file}: ${arrived.join(", ") || "nothing"} reached the hook.`);
    // 2.1.332: the block does reach hooks, so nothing in the environment may be trusted.
    assert(arrived.includes("PROBE"));
    assertEquals(machine.heartbeats().map((beat) => beat["outcome"]), ["learned", "nothing-new"]);
    assertEquals(machine.learned(kettle), [[prompt, answerTo("kettle-01")]]);
    assertEquals([...Deno.readDirSync(trap)].map(({ name }) => name), []);
  });
}
