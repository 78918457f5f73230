import { assertEquals } from "@std/assert";
import { CLIENTS } from "../hooks/clients.ts";
import { HOOK_CLIENTS } from "../hooks/hook_clients.ts";
import { HOOK_NAMES } from "../hooks/hook_names.ts";
import { INSTALLERS } from "../hooks/installers.ts";
import { ownCommand } from "../lib/settings/own_command.ts";
import { canUseDisk } from "./disk_test_support.ts";
import { projectUrl } from "./project_files_test_support.ts";

/** Folders of `hooks/` that hold a file of that name. */
function foldersWith(file: string): readonly string[] {
  return Array.from(Deno.readDirSync(projectUrl("hooks/")))
    .filter(({ name, isDirectory }) => isDirectory && isThere(`hooks/${name}/${file}`)).map(({ name }) => name).sort();
}

function isThere(path: string): boolean {
  try {
    return Deno.statSync(projectUrl(path)).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

Deno.test({
  name: "CLIENTS holds every folder of hooks with a client.ts",
  ignore: !canUseDisk,
  fn() {
    assertEquals(CLIENTS.map(({ folder }) => folder.replaceAll("-", "_")).sort(), foldersWith("client.ts"));
  },
});

Deno.test("HOOK_CLIENTS loads the clients of CLIENTS, in their order, and no service whose exports are read", async () => {
  const called = CLIENTS.filter(({ exported }) => exported === undefined);
  assertEquals(await Promise.all(HOOK_CLIENTS.map(({ load }) => load())), called);
  assertEquals(HOOK_CLIENTS.map(({ folder }) => folder), called.map(({ folder }) => folder));
  assertEquals(HOOK_NAMES, HOOK_CLIENTS.map(({ folder }) => folder));
  assertEquals(CLIENTS.filter(({ readPayload }) => readPayload !== undefined), called);
});

Deno.test({
  name: "INSTALLERS holds every folder of hooks with an installer.ts, under the name that a person types",
  ignore: !canUseDisk,
  fn() {
    assertEquals(INSTALLERS.map(({ name }) => name).sort(), foldersWith("installer.ts"));
  },
});

Deno.test("ownCommand() knows every hook of every client, from source as well, so that uninstall finds it", async () => {
  for (const { folder, load } of HOOK_CLIENTS) {
    const { hookWords = [] } = await load();
    for (const word of hookWords) {
      assertEquals(ownCommand(`"/usr/bin/deno" run --quiet "/srv/imprint-hook/main.ts" ${folder} ${word}`)?.args, [
        folder,
        word,
      ]);
    }
  }
});

Deno.test("INSTALLERS are of clients that are read, each once", () => {
  const clients: readonly string[] = CLIENTS.map(({ name }) => name);
  assertEquals(INSTALLERS.filter(({ client }) => !clients.includes(client)), []);
  assertEquals(new Set(INSTALLERS.map(({ client }) => client)).size, INSTALLERS.length);
});
