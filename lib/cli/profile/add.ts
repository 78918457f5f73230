/**
 * `imprint-hook profile add`: registers a distribution, from inside it or from Windows.
 *
 * @module
 */
import { runInside } from "../../bridge/launcher.ts";
import { probeHere } from "../../bridge/probe.ts";
import { distroFault, isProfileName, parseProfile, type Profile } from "../../bridge/profile.ts";
import { writeProfiles } from "../../bridge/profiles_store.ts";
import { EXIT, InputError, UsageError } from "../../errors.ts";
import type { Product } from "../../import/product.ts";
import { environment } from "../../io/env.ts";
import { operatingSystem } from "../../io/process.ts";
import { runningProgram } from "../../io/program.ts";
import { readStandardInput } from "../../io/read_stdin.ts";
import { writeText } from "../../io/terminal.ts";
import type { WslEnd } from "../../io/wsl.ts";
import type { ParsedArguments } from "../command.ts";
import { layoutOfTerminal } from "../layout_of_terminal.ts";
import { setUp } from "../setup.ts";
import { paragraph } from "../wrap.ts";

/** A cold start of a distribution takes up to a minute (https://github.com/microsoft/WSL/issues/8569). */
const START_MILLISECONDS = 90_000;
const MOST_MOUNTINFO_BYTES = 4 * 1024 * 1024;

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const product = await setUp({ mode: "person", home: args.value("home") });
  const start = args.value("start") ?? "never";
  if (start !== "never" && start !== "auto") {
    throw new UsageError(`profile add: --start is "${start}"; give never or auto`);
  }
  const own = product.profiles.find(({ here }) => here);
  const distro = args.value("distro") ?? environment("WSL_DISTRO_NAME") ?? own?.distro;
  if (distro === undefined) throw new UsageError("profile add: name the distribution with --distro NAME");
  const fault = distroFault(distro);
  if (fault !== undefined) throw new InputError(`cannot register "${distro}": ${fault}; see "wsl --list"`);
  const name = args.operands[0] ?? distro.toLowerCase();
  if (!isProfileName(name)) {
    throw new UsageError(`profile add: "${name}" is no name for a profile; use a-z, 0-9 and . _ - (64 at most)`);
  }
  const profile = operatingSystem() === "windows"
    ? await fromWindows(args, { name, distro, start })
    : await fromInside(args, product, { name, distro, start });
  const others = product.profiles.filter((other) =>
    other.name !== profile.name && other.distro.toLowerCase() !== profile.distro.toLowerCase()
  );
  writeProfiles(product.files, product.homes, [...others, profile]);
  tell(args, profile);
  return EXIT.done;
}

interface Named extends Pick<Profile, "name" | "distro" | "start"> {}

async function fromInside(args: ParsedArguments, product: Product, named: Named): Promise<Profile> {
  const { files, directories } = product;
  if (directories.home === null) throw new InputError("cannot register this distribution: HOME is not set; set it");
  const program = runningProgram();
  return probeHere({
    ...named,
    files,
    environment,
    home: directories.home,
    bin: args.value("bin") ?? (program.kind === "binary" ? program.path : null),
    mountinfo: await mountinfo(args),
    windowsHome: args.value("windows-home"),
    windowsBin: args.value("windows-bin"),
    codexHomes: args.values("codex-home"),
    now: product.now(),
  });
}

async function mountinfo(args: ParsedArguments): Promise<string | undefined> {
  const given = args.value("mounts");
  if (given === undefined) return undefined;
  if (given !== "-") {
    throw new UsageError("profile add: --mounts takes only -, for standard input: --mounts - < /proc/self/mountinfo");
  }
  const text = await readStandardInput(MOST_MOUNTINFO_BYTES);
  if (text === undefined) throw new InputError("cannot read the mount table: standard input holds more than 4 MiB");
  return text;
}

/** The distribution registers itself and says what it wrote. */
async function fromWindows(args: ParsedArguments, { name, distro, start }: Named): Promise<Profile> {
  const bin = args.value("bin");
  if (bin === undefined || !bin.startsWith("/")) {
    throw new UsageError(
      "profile add: name the program inside the distribution with --bin, a Linux path such as " +
        "/home/mira/.local/bin/imprint-hook",
    );
  }
  const target = { distro, user: args.value("user") ?? null };
  const inside = (program: string, words: readonly string[], input = "") =>
    runInside(target, { program, words, input, milliseconds: START_MILLISECONDS });
  const table = output(await inside("/bin/cat", ["/proc/self/mountinfo"]), { distro, what: "/bin/cat" });
  const words = ["profile", "add", name, "--distro", distro, "--bin", bin, "--start", start, "--mounts", "-", "--json"];
  for (const option of ["windows-home", "windows-bin"]) {
    const value = args.value(option);
    if (value !== undefined) words.push(`--${option}`, value);
  }
  for (const value of args.values("codex-home")) words.push("--codex-home", value);
  const answer = output(await inside(bin, words, table), { distro, what: bin });
  const profile = parseProfile(readJson(answer));
  if (typeof profile === "string") {
    throw new InputError(
      `cannot register "${distro}": "${bin}" answered with no profile (${profile}); is it up to date?`,
    );
  }
  return { ...profile, here: false, user: target.user ?? profile.user };
}

function output(end: WslEnd, { distro, what }: { readonly distro: string; readonly what: string }): string {
  if (end.kind === "ended" && end.code === 0) return new TextDecoder().decode(end.stdout);
  const found = end.kind === "late"
    ? `"${what}" did not answer within ${START_MILLISECONDS / 1000} s`
    : end.kind === "not-started"
    ? `WSL does not start (${end.reason})`
    : end.code === 1
    ? `"${what}" does not run there`
    : `WSL ended with status ${end.code}`;
  throw new InputError(
    `cannot register "${distro}": ${found}; see "wsl --list --verbose", and check --distro and --bin`,
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function tell(args: ParsedArguments, profile: Profile): void {
  if (args.flag("json")) {
    writeText("stdout", `${JSON.stringify(profile)}\n`);
    return;
  }
  const layout = layoutOfTerminal(args.flag("plain"));
  const drives = profile.mounts.filter(({ src }) => src !== null).map(({ src, at }) => `${src} at ${at}`);
  const lines = [
    `Profile "${profile.name}": distribution ${profile.distro}, user ${
      profile.user ?? "unknown"
    }, home ${profile.home}.`,
    `Windows directories: ${drives.length === 0 ? "none" : drives.join(", ")}.`,
    ...(profile.windowsHome === null
      ? ["Your Windows directory is not known, so its stores are not read; name it with --windows-home."]
      : [`Windows home: ${profile.windowsHome}.`]),
    ...(profile.bin === null
      ? ["Windows cannot call this program: it is no single file; name it with --bin when it is installed."]
      : []),
    ...(profile.home === "/root" ? ["Warning: this is root's home; was it started by wsl.exe from PowerShell?"] : []),
  ];
  writeText("stdout", `${lines.map((line) => paragraph(line, layout)).join("\n")}\n`);
}
