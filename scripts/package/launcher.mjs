#!/usr/bin/env node
/**
 * What npm puts on PATH: starts the binary that the package of this platform holds, with the same words, the same
 * standard streams, and hands signals on and the exit status back. Hooks never go this way: "imprint-hook install" wires
 * the binary itself, as starting Node takes longer than a whole hook.
 */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import process from "node:process";

const PLATFORMS = ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64", "win32-x64"];
const SIGNALS = ["SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM", "SIGUSR2", "SIGBREAK"];

const platform = `${process.platform}-${process.arch}`;
const name = `@imprint-hook/${platform}`;

function giveUp(message) {
  process.stderr.write(`imprint-hook: ${message}\n`);
  process.exit(1);
}

function binary() {
  try {
    const program = process.platform === "win32" ? "imprint-hook.exe" : "imprint-hook";
    return createRequire(import.meta.url).resolve(`${name}/bin/${program}`);
  } catch {
    return undefined;
  }
}

/** The binary needs the GNU C library; Alpine and its kin have another one. */
function isMusl() {
  if (process.platform !== "linux") return false;
  const { report } = process;
  if (report === undefined) return false;
  // Without it the report asks name servers.
  report.excludeNetwork = true;
  const { header } = report.getReport();
  return header.glibcVersionRuntime === undefined;
}

function missing() {
  const anyway = 'the script form runs on any Deno: "deno task install" in a clone of the project';
  if (!PLATFORMS.includes(platform)) {
    return `there is no binary for ${platform}, only for ${PLATFORMS.join(", ")}; ${anyway}`;
  }
  if (isMusl()) return `the binary for ${platform} needs glibc, and this system has another C library; ${anyway}`;
  return `the package "${name}", which holds the binary for this machine, is not installed: npm leaves it out with ` +
    "--omit=optional (or --no-optional), and a node_modules that was copied from another kind of machine has that one's; " +
    "install imprint-hook again, here and without that option";
}

const program = binary();
if (program === undefined) giveUp(missing());
else {
  const handOn = (signal) => child.kill(signal);
  // A signal of the terminal reaches the binary as well; this process stays until that one has ended. The handlers are
  // there before the binary is: a signal in between would end this process alone. They run once this script has.
  for (const signal of SIGNALS) {
    try {
      process.on(signal, handOn);
    } catch {
      // Not a signal of this system.
    }
  }
  const child = spawn(program, process.argv.slice(2), { stdio: "inherit", windowsHide: true });
  child.on("error", (error) => giveUp(`cannot start "${program}": ${error.message}`));
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
    // A signal that does not end this process, as it is one that Node keeps for itself.
    setTimeout(() => process.exit(1), 1000);
  });
}
