import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { MOST_SPOOLED } from "../lib/bridge/spool.ts";
import { codex } from "../hooks/codex/client.ts";
import { thread } from "../hooks/codex/rows_test_support.ts";
import { learnCall } from "../lib/cli/hook.ts";
import { drain } from "../lib/bridge/outer.ts";
import { garden, share, stored, transcriptOf } from "./bridge_garden_test_support.ts";
import { borderTest, windowsSide } from "./bridge_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";

borderTest("a Stop on Windows about a project inside WSL is stored there, once, by two processes", async (border) => {
  const project = await garden(border);
  const windows = windowsSide(border);
  border.windowsTranscript(SESSION, [share(project)]);
  const told = await windows.stop(SESSION, transcriptOf(SESSION), share(project));
  assertEquals(told, { outcome: "learned", reason: "bridged to ubuntu", session: SESSION });
  assertEquals([windows.starts(), windows.waiting()], [2, 0]);
  const once = stored(project);
  assertEquals(once.map(([, questions]) => questions), [1]);
  await windows.stop(SESSION, transcriptOf(SESSION), share(project));
  assertEquals(stored(project), once);
  const data = Array.from(Deno.readDirSync(`${border.drive}/Users/mira/AppData/Local/imprint-hook/data`));
  assert(data.every(({ name }) => name !== "work"), "nothing is stored on Windows");
  // The same conversation, recorded inside: the same key.
  Deno.removeSync(`${project}/.umwelten`, { recursive: true });
  Deno.removeSync(`${border.drive}/Users/mira/.claude`, { recursive: true });
  Deno.removeSync(`${border.home}/.local`, { recursive: true });
  border.linuxTranscript(SESSION, [project]);
  await border.json(["learn"]);
  assertEquals(stored(project), once);
});

borderTest("with start auto the distribution is not asked for, and one process is started", async (border) => {
  const project = await garden(border);
  const windows = windowsSide(border, { start: "auto" });
  windows.mood("stopped");
  border.windowsTranscript(SESSION, [share(project)]);
  assertEquals((await windows.stop(SESSION, transcriptOf(SESSION), share(project))).outcome, "learned");
  assertEquals(windows.starts(), 1);
});

borderTest("a conversation on Windows about C: is stored on Windows, without any process", async (border) => {
  await garden(border);
  Deno.mkdirSync(`${border.drive}/kettle/.git`, { recursive: true });
  const windows = windowsSide(border);
  border.windowsTranscript(SESSION, ["c:\\kettle"]);
  assertEquals((await windows.stop(SESSION, transcriptOf(SESSION), "c:\\kettle")).outcome, "learned");
  assertEquals([windows.starts(), stored(`${border.drive}/kettle`).length], [0, 1]);
});

borderTest(
  "a hook in WSL that names the program on Windows is answered there: C: by itself, the rest by the bridge",
  async (border) => {
    const project = await garden(border);
    Deno.mkdirSync(`${border.drive}/kettle/.git`, { recursive: true });
    const windows = windowsSide(border);
    const path = border.linuxTranscript(SESSION, [`${border.drive}/kettle`]);
    assertEquals((await windows.stop(SESSION, path, `${border.drive}/kettle`)).outcome, "learned");
    assertEquals([windows.starts(), stored(`${border.drive}/kettle`).length], [0, 1]);
    const other = SESSION.replaceAll("a", "b");
    assertEquals((await windows.stop(other, border.linuxTranscript(other, [project]), project)).outcome, "learned");
    assertEquals([windows.starts(), stored(project).length], [2, 1]);
  },
);

borderTest(
  "a transcript without a name on the other side is sent along, and one that is gone is given up",
  async (border) => {
    const project = await garden(border);
    const windows = windowsSide(border);
    border.windowsTranscript(SESSION, [share(project)]);
    const profile = `${border.home}/.config/imprint-hook/profiles.json`;
    const table = JSON.parse(Deno.readTextFileSync(profile));
    // Inside, C: is mounted no longer; the Windows side knows nothing of that.
    Deno.mkdirSync(`${border.root}/mnt/d`);
    table.profiles[0].mounts[0] = { ...table.profiles[0].mounts[0], src: "D:\\", at: `${border.root}/mnt/d` };
    Deno.writeTextFileSync(profile, JSON.stringify(table));
    assertEquals((await windows.stop(SESSION, transcriptOf(SESSION), share(project))).outcome, "learned");
    assertEquals([windows.starts(), stored(project).length, windows.waiting()], [3, 1, 0]);
    const other = SESSION.replaceAll("a", "b");
    const path = border.windowsTranscript(other, [share(project)]);
    windows.mood("stopped");
    await windows.stop(other, transcriptOf(other), share(project));
    Deno.removeSync(path);
    windows.mood("running");
    const [own] = windows.product.profiles;
    assert(own);
    assertEquals((await drain(windows.product, own, { run: windows.run })).waiting, 0);
  },
);

borderTest("codex stop on Windows hands a project inside WSL over, too", async (border) => {
  const project = await garden(border);
  const windows = windowsSide(border);
  const talk = thread({ cwd: share(project) });
  talk.typed("remember: rinse the kettle first");
  talk.reply("noted");
  talk.end();
  const store = `${border.drive}/Users/mira/.codex/sessions/2026/11/02`;
  Deno.mkdirSync(store, { recursive: true });
  const name = `rollout-2026-11-02T09-00-00-${talk.id}.jsonl`;
  Deno.writeTextFileSync(`${store}/${name}`, talk.text());
  const told = await learnCall(windows.product, codex, {
    call: {
      kind: "call",
      sessionId: talk.id,
      event: "stop",
      eventName: "Stop",
      transcript: `C:\\Users\\mira\\.codex\\sessions\\2026\\11\\02\\${name}`,
      cwd: share(project),
      reply: null,
      subagent: false,
    },
    run: windows.run,
  });
  assertEquals([told.outcome, told.reason, windows.starts()], ["learned", "bridged to ubuntu", 2]);
  const folder = `${project}/.umwelten/learnings/codex`;
  assertEquals(Array.from(Deno.readDirSync(folder)).filter((entry) => /^[0-9a-f]{32}$/.test(entry.name)).length, 1);
});

for (
  const [mood, reason] of [
    ["stopped", "distro-stopped"],
    ["no-distro", "wsl-launch-failed"],
    ["no-program", "wsl-exec-failed"],
    ["deaf", "bad-reply"],
  ] as const
) {
  borderTest(`a call waits and is made later when wsl.exe is ${mood}`, async (border) => {
    const project = await garden(border);
    const windows = windowsSide(border);
    border.windowsTranscript(SESSION, [share(project)]);
    windows.mood(mood);
    const told = await windows.stop(SESSION, transcriptOf(SESSION), share(project));
    assertEquals(told, { outcome: "deferred", reason, session: SESSION });
    assertEquals([windows.waiting(), stored(project).length], [1, 0]);
    windows.mood("running");
    const [profile] = windows.product.profiles;
    assert(profile);
    const drained = await drain(windows.product, profile, { run: windows.run });
    assertEquals([drained.results.length, drained.waiting, stored(project).length], [1, 0, 1]);
  });
}

borderTest("a call waits when the deadline passes, and the process is over", async (border) => {
  const project = await garden(border);
  const windows = windowsSide(border);
  border.windowsTranscript(SESSION, [share(project)]);
  windows.mood("stopped");
  await windows.stop(SESSION, transcriptOf(SESSION), share(project));
  windows.mood("slow");
  const [profile] = windows.product.profiles;
  assert(profile);
  const drained = await drain(windows.product, profile, { run: windows.run, milliseconds: 1 });
  assertEquals([drained.problem, drained.waiting], ["deadline", 1]);
});

borderTest("a call waits when WSL is not installed or no program is inside", async (border) => {
  const project = await garden(border);
  const windows = windowsSide(border);
  border.windowsTranscript(SESSION, [share(project)]);
  Deno.removeSync(`${border.root}/wsl.exe`);
  const told = await windows.stop(SESSION, transcriptOf(SESSION), share(project));
  assertEquals([told.outcome, told.reason], ["deferred", "profile-unavailable"]);
});

borderTest("a claimed conversation crosses no border: neither side imports, extracts or sums it up", async (border) => {
  const project = await garden(border);
  for (const name of ["secret", "lab"]) Deno.mkdirSync(`${border.drive}/${name}`, { recursive: true });
  const { config } = windowsSide(border).product;
  const workspaces = ["secret", "lab"].map((name) => ({
    name,
    roots: [`C:\\${name}`],
    shared: [],
    workDir: null,
    shareInGit: false,
    place: "project",
    claimFiles: false,
  } as const));
  const outer = windowsSide(border, { config: { ...config, workspaces: [...config.workspaces, ...workspaces] } });
  border.windowsTranscript(SESSION, [share(project), "C:\\secret\\src", "C:\\lab"], "the lid is blue");
  assertEquals(await outer.stop(SESSION, transcriptOf(SESSION), share(project)), {
    outcome: "skipped",
    reason: "claimed",
  });
  assertEquals([outer.starts(), outer.waiting(), stored(project).length], [0, 0, 0]);
  // Claimed inside only.
  border.configure({
    version: 1,
    active: "default",
    workspaces: { default: {}, secret: { roots: [`${border.drive}/secret`] }, lab: { roots: [`${border.drive}/lab`] } },
  });
  const inner = windowsSide(border);
  Deno.removeSync(`${border.drive}/Users/mira/AppData`, { recursive: true });
  assertEquals(await inner.stop(SESSION, transcriptOf(SESSION), share(project)), {
    outcome: "skipped",
    reason: "claimed",
  });
  assertEquals([inner.starts(), inner.waiting(), stored(project).length], [2, 0, 0]);
  const everything = new Deno.Command("grep", { args: ["-rl", "lid is blue", border.root] }).outputSync();
  assertEquals(new TextDecoder().decode(everything.stdout).trim().split("\n").length, 1, "the transcript alone");
});

borderTest(
  "the spool keeps its bound and says what fell out; a later turn of one session takes the place of an earlier",
  async (border) => {
    const project = await garden(border);
    const windows = windowsSide(border);
    windows.mood("stopped");
    border.windowsTranscript(SESSION, [share(project)]);
    await windows.stop(SESSION, transcriptOf(SESSION), share(project));
    await windows.stop(SESSION, transcriptOf(SESSION), share(project));
    assertEquals(windows.waiting(), 1);
    const { files, homes } = windows.product;
    const directory = `${homes.data}/spool/ubuntu`;
    const [name = ""] = files.list(directory) ?? [];
    const bytes = files.readBytes(`${directory}/${name}`) ?? new Uint8Array();
    const now = Date.now();
    for (let n = 0; n < MOST_SPOOLED; n++) {
      files.create(`${directory}/${String(now - 1000 + n).padStart(15, "0")}-x-claude-code_turn_s${n}.json`, bytes);
    }
    const other = SESSION.replaceAll("a", "b");
    border.windowsTranscript(other, [share(project)]);
    const told = await windows.stop(other, transcriptOf(other), share(project));
    assertStringIncludes(told.reason ?? "", "spool-full");
    assertEquals(windows.waiting(), MOST_SPOOLED);
    assertStringIncludes(files.readText(`${directory}/lost.txt`) ?? "", '"count":2');
  },
);

borderTest("wsl check ends with the statuses of the contract and never with one of WSL's own", async (border) => {
  const project = await garden(border);
  const call = (more: Record<string, unknown> = {}) =>
    JSON.stringify({
      bridge: 1,
      op: "stop",
      client: "claude-code",
      deadlineMs: 8000,
      requestId: "5f0c0000-1111",
      origin: { env: "windows", home: "C:\\Users\\mira", stores: [] },
      payload: {
        hook_event_name: "Stop",
        session_id: SESSION,
        transcript_path: transcriptOf(SESSION).toLowerCase().replace("\\users\\mira", "\\Users\\mira"),
        cwd: share(project),
      },
      transcript: { mode: "path", size: 1, mtimeMs: 1 },
      ...more,
    });
  const run = async (stdin: string) => {
    const { code, stdout } = await border.inside(["wsl", "check"], stdin);
    return [code, stdout === "" ? null : JSON.parse(stdout).results[0]] as const;
  };
  assertEquals(await run(""), [64, null]);
  assertEquals((await border.inside(["wsl", "check", "--nonsense"], call())).code, 64);
  assertEquals(await run("[]"), [65, null]);
  assertEquals(await run(call({ bridge: 2 })), [65, null]);
  assertEquals((await run(call()))[0], 66);
  const path = border.windowsTranscript(SESSION, [share(project)]);
  const base64 = btoa(Deno.readTextFileSync(path));
  const [late, lateResult] = await run(call({ deadlineMs: 1 }));
  assertEquals([late, lateResult.status], [75, "deferred"]);
  const [code, result] = await run(`\ufeff${call({ transcript: { mode: "inline", base64 } })}\r\n`);
  assertEquals([code, result.status, result.workspace], [0, "learned", "default"]);
  assertEquals(result.cwds[0], { raw: share(project), as: project, place: "outside" });
  assertEquals(stored(project), [[result.safeKey, 1]]);
  const [again, known] = await run(call());
  assertEquals([again, known.status, stored(project).length], [0, "learned", 1]);
  Deno.writeTextFileSync(`${border.home}/.config/imprint-hook/config.jsonc`, "{");
  assertEquals(await run(call()), [70, null]);
});

borderTest("wsl check reads no file outside of the origin's stores", async (border) => {
  const project = await garden(border);
  border.windowsTranscript(SESSION, [share(project)]);
  Deno.renameSync(`${border.drive}/Users/mira/.claude`, `${border.drive}/Users/mira/elsewhere`);
  const { stdout } = await border.inside(
    ["wsl", "check"],
    JSON.stringify({
      bridge: 1,
      op: "stop",
      client: "claude-code",
      deadlineMs: 8000,
      requestId: "5f0c0000-1111",
      origin: { env: "windows", home: "C:\\Users\\mira", stores: [] },
      payload: {
        hook_event_name: "Stop",
        session_id: SESSION,
        transcript_path: transcriptOf(SESSION).replace(".claude", "elsewhere"),
        cwd: null,
      },
      transcript: { mode: "path", size: 1, mtimeMs: 1 },
    }),
  );
  assertEquals(JSON.parse(stdout).results[0].reason, "outside-stores");
  assertEquals(stored(project), []);
});
