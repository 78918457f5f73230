import { assert, assertEquals, assertThrows } from "@std/assert";
import { diskTest, withTemporaryDirectory } from "../../tests/disk_test_support.ts";
import { ENVIRONMENT_NAMES } from "./env.ts";
import { permissionFlags, SCRIPT_FLAGS } from "./permissions.ts";

const PROBE = `
const told: Record<string, unknown> = {};
const tell = (name: string, ask: () => unknown) => {
  try { told[name] = ask() ?? null; } catch (error) { told[name] = (error as Error).name; }
};
tell("allowed", () => Deno.env.get("IMPRINT_HOOK_HOME"));
tell("other", () => Deno.env.get("KETTLE_TOKEN"));
tell("names", () => "KETTLE_TOKEN" in Deno.env.toObject());
tell("read", () => Deno.readTextFileSync(Deno.args[0]!) );
tell("write", () => { Deno.writeTextFileSync(Deno.args[0]! + ".out", "x"); return "written"; });
tell("run", () => new Deno.Command(Deno.execPath()).outputSync());
tell("listen", () => { Deno.listen({ port: 0 }).close(); return "listened"; });
tell("ffi", () => Deno.dlopen("/none", {}));
tell("sys", () => Deno.hostname());
try { await import("https://kettle.invalid/x.ts"); } catch { told.remote = "refused"; }
try { await import("npm:" + "kettle-invalid"); } catch { told.npm = "refused"; }
console.log(JSON.stringify(told));
`;

diskTest(
  "permissionFlags() and SCRIPT_FLAGS give what the program needs and nothing else",
  () =>
    withTemporaryDirectory((dir) => {
      Deno.writeTextFileSync(`${dir}/probe.ts`, PROBE);
      Deno.writeTextFileSync(`${dir}/file`, "content");
      const { success, stdout, stderr } = new Deno.Command(Deno.execPath(), {
        args: ["run", ...permissionFlags(Deno.build.os), ...SCRIPT_FLAGS, `${dir}/probe.ts`, `${dir}/file`],
        env: { IMPRINT_HOOK_HOME: "/srv/imprint", KETTLE_TOKEN: "secret" },
        stdin: "null",
      }).outputSync();
      assert(success, new TextDecoder().decode(stderr));
      assertEquals(JSON.parse(new TextDecoder().decode(stdout)), {
        allowed: "/srv/imprint",
        other: null,
        names: false,
        read: "content",
        write: "written",
        run: "NotCapable",
        listen: "NotCapable",
        ffi: "NotCapable",
        sys: "NotCapable",
        remote: "refused",
        npm: "refused",
      });
    }),
);

diskTest("disk, environment and terminal work under the program's permissions", () =>
  withTemporaryDirectory((dir) => {
    const io = (name: string) => JSON.stringify(new URL(`./${name}.ts`, import.meta.url).href);
    Deno.writeTextFileSync(
      `${dir}/use.ts`,
      `import { disk } from ${io("disk")}; import { environment } from ${io("env")};
      import { columns, isTerminal, writeText } from ${io("terminal")};
      const dir = Deno.args[0]!;
      disk.makeDirectory(dir + "/made"); disk.append(dir + "/made/rows", new TextEncoder().encode("a\\n"));
      disk.replace(dir + "/made/meta", new TextEncoder().encode("{}"));
      const lock = await disk.lock(dir + "/made/.lock", { milliseconds: 1000 }); lock?.release();
      const seen = [disk.list(dir + "/made"), disk.readText("/proc/version"), disk.stat("/proc/1/root"), environment("COLUMNS"),
        isTerminal("stdout"), columns(), lock !== undefined].map((value) => value ?? null);
      disk.removeTree(dir + "/made");
      writeText("stdout", JSON.stringify(seen));`,
    );
    const { success, stdout, stderr } = new Deno.Command(Deno.execPath(), {
      args: ["run", ...permissionFlags(Deno.build.os), "--no-lock", `${dir}/use.ts`, dir],
      env: { COLUMNS: "61" },
      stdin: "null",
    }).outputSync();
    assert(success, new TextDecoder().decode(stderr));
    assertEquals(JSON.parse(new TextDecoder().decode(stdout)), [
      [".lock", "meta", "rows"],
      null,
      null,
      "61",
      false,
      61,
      true,
    ]);
  }));

Deno.test("ENVIRONMENT_NAMES is sorted and names each once", () => {
  assertEquals([...ENVIRONMENT_NAMES], [...new Set(ENVIRONMENT_NAMES)].sort());
});

Deno.test("permissionFlags() lets only the Windows program start one program", () => {
  const runs = (os: typeof Deno.build.os) => permissionFlags(os).filter((flag) => flag.includes("-run"));
  assertEquals(runs("linux"), ["--deny-run"]);
  assertEquals(runs("darwin"), ["--deny-run"]);
  assertEquals(runs("windows"), ["--allow-run=C:\\Windows\\System32\\wsl.exe"]);
});

Deno.test("permissionFlags() grants the extractor and nothing else beside, where a person asked for it", () => {
  const extractor = "/home/mira/bin/extract";
  const flags = permissionFlags("linux", { extractor });
  assertEquals(flags.filter((flag) => !permissionFlags("linux").includes(flag)), [`--allow-run=${extractor}`]);
  assertEquals(
    permissionFlags("windows", { extractor: "C:\\x.exe" }).find((flag) => flag.startsWith("--allow-run")),
    "--allow-run=C:\\Windows\\System32\\wsl.exe,C:\\x.exe",
  );
  assertThrows(() => permissionFlags("linux", { extractor: "/a,/bin/sh" }), TypeError, "comma");
});
