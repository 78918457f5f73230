/**
 * `imprint-hook profile add`: registers a distribution, from inside it or from Windows.
 *
 * @module
 */
import { probeHere } from "../../bridge/probe.ts";
import { distroFault, isProfileName, type Profile } from "../../bridge/profile.ts";
import { registerFromWindows } from "../../bridge/register.ts";
import { writeProfiles } from "../../bridge/profiles_store.ts";
import { EXIT, InputError, UsageError } from "../../errors.ts";
import type { Product } from "../../import/product.ts";
import { environment } from "../../io/env.ts";
import { operatingSystem } from "../../io/process.ts";
import { runningProgram } from "../../io/program.ts";
import { readStandardInput } from "../../io/read_stdin.ts";
import { writeText } from "../../io/terminal.ts";
import type { ParsedArguments } from "../command.ts";
import { refuseWindowsBash } from "../refuse_windows_bash.ts";
import { layoutOfTerminal } from "../layout_of_terminal.ts";
import { setUp } from "../setup.ts";
import { paragraph } from "../wrap.ts";

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
  refuseWindowsBash(product, "register this distribution");
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

function fromWindows(args: ParsedArguments, named: Named): Promise<Profile> {
  const bin = args.value("bin");
  if (bin === undefined || !bin.startsWith("/")) {
    throw new UsageError(
      "profile add: name the program inside the distribution with --bin, a Linux path such as " +
        "/home/mira/.local/bin/imprint-hook",
    );
  }
  return registerFromWindows({
    ...named,
    bin,
    user: args.value("user") ?? null,
    windowsHome: args.value("windows-home"),
    windowsBin: args.value("windows-bin"),
    codexHomes: args.values("codex-home"),
  });
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
  ];
  writeText("stdout", `${lines.map((line) => paragraph(line, layout)).join("\n")}\n`);
}
