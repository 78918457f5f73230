import { assertEquals } from "@std/assert";
import { CONFIG_NAMES, DATA_NAMES, STATE_NAMES } from "../lib/record/own_names.ts";
import { canUseDisk } from "./disk_test_support.ts";
import { walk } from "./import_test_support.ts";
import { projectUrl } from "./project_files_test_support.ts";

/** `work` is looked through by itself. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  state: STATE_NAMES,
  stateDirectory: STATE_NAMES,
  data: [...DATA_NAMES, "work"],
  config: CONFIG_NAMES,
};

Deno.test({
  name: "uninstall --all knows every name that the sources put into the program's own directories (own_names.ts)",
  ignore: !canUseDisk,
  fn() {
    const unknown = ["lib", "hooks"].flatMap((folder) => [...walk(projectUrl(folder).pathname)])
      .filter((path) => path.endsWith(".ts") && !/_test(?:_support)?\.ts$/.test(path))
      .flatMap((path) => {
        const source = Deno.readTextFileSync(path);
        const names = source.matchAll(/\bunder\(\s*(?:\w+\.)*(state|stateDirectory|data|config)\b,\s*"([^"]+)"/g);
        return [...names].filter(([, place = "", name = ""]) => LISTS[place]?.includes(name) !== true)
          .map(([, place, name]) => `${path.replace(/^.*\/(?=lib\/|hooks\/)/, "")}: ${name} in ${place}`);
      });
    assertEquals(unknown, []);
  },
});
