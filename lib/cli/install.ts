/**
 * `imprint-hook install CLIENT`: wires the hooks of a client.
 *
 * @module
 */
import { CLIENTS } from "../../hooks/clients.ts";
import { INSTALLERS } from "../../hooks/installers.ts";
import { EXIT, InputError } from "../errors.ts";
import type { Product } from "../import/product.ts";
import type { Installer, InstallPlan } from "../installer.ts";
import { askYesOrNo } from "../io/ask.ts";
import { environment } from "../io/env.ts";
import { isAbsolute } from "../io/homes.ts";
import { operatingSystem } from "../io/process.ts";
import { denoVersion, runningProgram } from "../io/program.ts";
import { writeText } from "../io/terminal.ts";
import { keepInstall } from "../record/installs.ts";
import type { ClientModule } from "../types.ts";
import { clientStores, unrecordedStores } from "./client_stores.ts";
import type { ParsedArguments } from "./command.ts";
import { editConfig } from "./edit_config.ts";
import { hookHome, linkHome } from "./hook_home.ts";
import { chosenScope } from "./install_scope.ts";
import { type Installed, installedText } from "./install_text.ts";
import { layoutOfTerminal } from "./layout_of_terminal.ts";
import { copySentence, keepProgram } from "./keep_program.ts";
import { type ProgramCommand, programCommand } from "./program_command.ts";
import { refuseWindowsBash } from "./refuse_windows_bash.ts";
import { absolutePath, setUp } from "./setup.ts";
import { namedInstaller, settingsMachine } from "./settings_machine.ts";
import { sweep } from "./sweep.ts";

const LED_AWAY =
  "XDG_* or APPDATA lead your commands elsewhere than a hook looks, as no variable steers a hook: the entry " +
  "names the directory, and nothing was moved.";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const installer = namedInstaller(INSTALLERS, "install", args.operands[0] ?? "");
  const scope = chosenScope("install", installer, args) ?? "user";
  const dryRun = args.flag("dry-run");
  const product = await setUp({ mode: "person", home: args.value("home"), dryRun });
  if (!dryRun) refuseWindowsBash(product, `install ${installer.name}`);
  const client = CLIENTS.find(({ name }) => name === installer.client);
  if (client === undefined) throw new TypeError(`the installer of ${installer.client} has no client`);
  const machine = settingsMachine(product);
  const program = programOf(product);
  const home = homeOf(product, args);
  const clientVersion = installer.clientVersion(product.files, transcriptsOf(product, client));
  const plan = installer.planInstall(machine, {
    scope,
    program: program.words,
    withContext: args.flag("with-context"),
    ...(home.home === undefined ? {} : { home: home.home }),
    ...(clientVersion === undefined ? {} : { clientVersion }),
  });
  const isShared = scope === "shared";
  const answered = isShared && !dryRun ? confirm(installer, plan, args) : "not asked";
  if (answered === "no") {
    writeText("stderr", "Nothing was changed.\n");
    return EXIT.failed;
  }
  const stores = unrecordedStores(product, client).map((store) =>
    isAbsolute(store, operatingSystem()) ? store : absolutePath(store)
  );
  // A colleague's program is the colleague's own.
  const copy = isShared ? null : program.copy;
  if (!dryRun) {
    if (copy !== null) keepProgram(product.files, copy);
    if (plan.home !== null) linkHome(product.files, home);
    await recordStores(product, client, stores);
    if (scope !== "user") {
      keepInstall(product.files, product.homes.data, { client: client.name, project: machine.project });
    }
  }
  const edits = plan.edits.map((edit) => ({
    changes: edit.changes,
    ...(dryRun ? { path: edit.path, outcome: edit.outcome } : edit.apply()),
  }));
  const answer: Installed = {
    schema: 1,
    client: client.name,
    title: installer.title,
    scope,
    dryRun,
    edits,
    events: plan.events,
    program: plan.program,
    home: plan.home,
    links: plan.home === null ? [] : home.links,
    stores,
    clientVersion: clientVersion ?? null,
    copied: copy === null ? null : { from: copy.from, to: copy.to },
    warnings: [...(isShared ? [] : program.warnings), ...plan.warnings],
    steps: [
      ...(copy === null ? [] : [copySentence(copy)]),
      ...(plan.home !== null && home.isLedAway ? [LED_AWAY] : []),
      ...(isShared && answered === "not asked" ? installer.sharing : []),
      ...plan.steps,
    ],
    typed: program.typed,
    past: await pastConversations(client, args),
  };
  writeText(
    "stdout",
    `${args.flag("json") ? JSON.stringify(answer) : installedText(answer, layoutOfTerminal(args.flag("plain")))}\n`,
  );
  return EXIT.done;
}

function programOf({ files, homes, directories }: Product): ProgramCommand {
  return programCommand(runningProgram(), {
    files,
    data: homes.data,
    searchPath: environment("PATH"),
    os: operatingSystem(),
    home: directories.home,
    temporary: directories.temporary,
    denoVersion: denoVersion(),
  });
}

function homeOf({ files, homes }: Product, args: ParsedArguments): ReturnType<typeof hookHome> {
  const chosen = args.value("home") !== undefined || environment("IMPRINT_HOOK_HOME") !== undefined;
  return hookHome(homes, { os: operatingSystem(), environment, files, chosen });
}

function transcriptsOf(product: Product, client: ClientModule): ReturnType<ClientModule["transcripts"]> {
  return clientStores(product, client).flatMap((store) => client.transcripts(product.files, store));
}

/** Asks about an entry that colleagues will run; one that is there already needs no answer. */
function confirm(
  { title, sharing }: Installer,
  plan: InstallPlan,
  args: ParsedArguments,
): "yes" | "no" | "not asked" {
  if (args.flag("yes") || plan.edits.every(({ outcome }) => outcome === "unchanged")) return "not asked";
  const paths = plan.edits.map(({ path }) => `"${path}"`).join(" and ");
  const question = [`This writes a hook of ${title} into ${paths}.`, ...sharing, "Write it?"].join("\n");
  const answer = askYesOrNo(question);
  if (answer === undefined) {
    throw new InputError(
      `install: --shared writes into ${paths}, which colleagues get too, and there is no terminal to ask on; ` +
        "nothing was changed; add --yes if that is meant",
    );
  }
  return answer ? "yes" : "no";
}

/** A hook looks at no variable: stores that only one names are written into the configuration (design section 4). */
async function recordStores(product: Product, client: ClientModule, stores: readonly string[]): Promise<void> {
  if (stores.length === 0) return;
  await editConfig(
    product,
    (config) =>
      stores.filter((dir) => !config.stores.some((known) => known.client === client.name && known.dir === dir))
        .map((dir) => ({ type: "append", path: ["stores"], value: { client: client.name, dir } })),
  );
}

/** What `learn` would add now, with the configuration as it is now. */
async function pastConversations(client: ClientModule, args: ParsedArguments): Promise<Installed["past"]> {
  const product = await setUp({ mode: "person", home: args.value("home"), dryRun: true });
  const { clients } = await sweep(product, {
    clients: CLIENTS,
    asker: { kind: "person", workspace: undefined },
    dryRun: true,
    final: true,
    quiet: args.flag("json"),
    only: client.name,
  });
  const result = clients[client.name];
  const skipped = Object.values(result?.skipped ?? {}).reduce((sum, count) => sum + count, 0);
  return {
    found: result?.found ?? 0,
    new: result?.learned ?? 0,
    known: result?.known ?? 0,
    skipped,
    failed: result?.failed ?? 0,
  };
}
