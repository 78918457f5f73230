/**
 * One computer with both sides of the border: the Linux side is the real program in a home of its own, with "Windows drives"
 * that are directories; the Windows side is the same code over those directories, its `wsl.exe` a script that starts the first.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { permissionFlags } from "../lib/io/permissions.ts";
import { denoDirectory } from "../scripts/deno_directory.ts";
import { canUseDisk, diskTest, withTemporaryDirectory } from "./disk_test_support.ts";
import { conversation } from "./import_test_support.ts";
import { MAIN } from "./person_test_support.ts";

const DENO_DIR = canUseDisk ? denoDirectory() : "";

/** How a command inside ended. */
export interface InsideRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The computer. */
export interface Border {
  readonly root: string;
  /** Where `C:\` lies. */
  readonly drive: string;
  /** The Linux home. */
  readonly home: string;
  /** Types a command inside the distribution. */
  inside(words: readonly string[], stdin?: string): Promise<InsideRun>;
  /** The same; it has to succeed. @returns its JSON */
  json(words: readonly string[], stdin?: string): Promise<Record<string, unknown>>;
  /** Registers the distribution as Ubuntu. */
  register(...more: readonly string[]): Promise<void>;
  /** A transcript in the store of the Windows side; one question in each directory. @returns its native path */
  windowsTranscript(session: string, cwds: readonly string[], question?: string): string;
  /** A transcript in the store of the Linux side. */
  linuxTranscript(session: string, cwds: readonly string[], question?: string): string;
  configure(config: Record<string, unknown>): void;
}

/** Registers a test on such a computer. */
export function borderTest(name: string, fn: (border: Border) => Promise<void>): void {
  diskTest(name, () => withTemporaryDirectory((root) => fn(createBorder(root))));
}

/** A line of a mount table as WSL has it. */
export function mountLine(at: string, source: string): string {
  return `97 60 0:44 / ${at} rw,noatime - 9p ${source.replaceAll("\\", "\\134")} rw,aname=drvfs;path=${source};` +
    "uid=1000;gid=1000;case=off;symlinkroot=/mnt/\n";
}

/** Sets it up. */
export function createBorder(root: string): Border {
  const drive = `${root}/mnt/c`;
  const home = `${root}/home/mira`;
  for (const dir of [`${drive}/Users/mira/.claude/projects`, `${drive}/Users/Public`, `${home}/.claude/projects`]) {
    Deno.mkdirSync(dir, { recursive: true });
  }

  async function inside(words: readonly string[], stdin = ""): Promise<InsideRun> {
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", ...permissionFlags(Deno.build.os), MAIN, ...words],
      env: { HOME: home, DENO_DIR, NO_COLOR: "1", COLUMNS: "400" },
      clearEnv: true,
      cwd: root,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(stdin)).catch(() => {});
    await writer.close().catch(() => {});
    const { code, stdout, stderr } = await child.output();
    const decoder = new TextDecoder();
    return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  }

  async function json(words: readonly string[], stdin?: string): Promise<Record<string, unknown>> {
    const { code, stdout, stderr } = await inside([...words, "--json"], stdin);
    assertEquals([code, stderr], [0, ""], `${words.join(" ")}: ${stdout}`);
    return JSON.parse(stdout);
  }

  function transcript(store: string, session: string, cwds: readonly string[], question = "always rinse the kettle") {
    const talk = conversation(session, cwds[0] ?? "");
    for (const cwd of cwds) {
      talk.typed(`remember: ${question}`, { cwd });
      talk.reply("It is rinsed.", { cwd });
    }
    Deno.mkdirSync(`${store}/-kettle`, { recursive: true });
    const path = `${store}/-kettle/${session}.jsonl`;
    Deno.writeTextFileSync(path, talk.rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    return path;
  }

  return {
    root,
    drive,
    home,
    inside,
    json,
    async register(...more) {
      await json(
        ["profile", "add", "--distro", "Ubuntu", "--mounts", "-", "--bin", `${root}/bin/imprint-hook`, ...more],
        mountLine(drive, "C:\\"),
      );
    },
    windowsTranscript: (session, cwds, question) =>
      transcript(`${drive}/Users/mira/.claude/projects`, session, cwds, question),
    linuxTranscript: (session, cwds, question) => transcript(`${home}/.claude/projects`, session, cwds, question),
    configure(config) {
      Deno.mkdirSync(`${home}/.config/imprint-hook`, { recursive: true });
      Deno.writeTextFileSync(`${home}/.config/imprint-hook/config.jsonc`, JSON.stringify(config));
    },
  };
}
