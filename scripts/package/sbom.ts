/**
 * What a release is made of, as CycloneDX 1.5 says it.
 *
 * @module
 */
import { VERSION } from "../../lib/version.ts";
import { lockedPackages, runtimePackages } from "../runtime_packages.ts";

/**
 * The bill of materials: the packages that go into the program with the checksums that the lock demands, and Deno's
 * runtime. The same commit and Deno give the same text.
 *
 * @param root the project, a `file:` URL ending in `/`
 */
export async function billOfMaterials(root: URL, version = VERSION): Promise<string> {
  const locked = lockedPackages(root);
  const components = (await runtimePackages(root)).map((name) => {
    const at = name.lastIndexOf("@");
    const integrity = locked[name]?.integrity ?? "";
    const [algorithm, base64 = ""] = integrity.split("-");
    if (algorithm !== "sha512") throw new Error(`deno.lock has no SHA-512 of ${name}`);
    const purl = packageUrl(name.slice(0, at), name.slice(at + 1));
    return {
      type: "library",
      "bom-ref": purl,
      name: name.slice(0, at),
      version: name.slice(at + 1),
      purl,
      hashes: [{ alg: "SHA-512", content: hexadecimal(base64) }],
    };
  });
  const program = packageUrl("imprint-hook", version);
  const runtime = {
    type: "platform",
    "bom-ref": "deno-runtime",
    name: "deno",
    version: Deno.version.deno,
    purl: `pkg:github/denoland/deno@v${Deno.version.deno}`,
  };
  const all = [...components, runtime];
  const bill = {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: {
      component: { type: "application", "bom-ref": program, name: "imprint-hook", version, purl: program },
    },
    components: all,
    dependencies: [{ ref: program, dependsOn: all.map((component) => component["bom-ref"]) }],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

function packageUrl(name: string, version: string): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

function hexadecimal(base64: string): string {
  return Array.from(atob(base64), (unit) => unit.charCodeAt(0).toString(16).padStart(2, "0")).join("");
}
