/**
 * What Homebrew and Scoop read, made of templates and the checksums of a release.
 *
 * @module
 */
import { VERSION } from "../../lib/version.ts";
import { REPOSITORY } from "../repository.ts";

/** A template and where what is made of it goes. */
export const MANIFESTS = [
  { template: "homebrew.rb", output: "imprint-hook.rb", for: "Homebrew" },
  { template: "scoop.json", output: "imprint-hook.json", for: "Scoop" },
] as const;

/** A manifest with its values in it, or the files whose checksums are needed and not there. */
export type FilledManifest =
  | { readonly text: string; readonly missing?: undefined }
  | { readonly text?: undefined; readonly missing: readonly string[] };

/**
 * Fills a template in.
 *
 * @param template the text with `@VERSION@`, `@RELEASE@`, `@REPOSITORY@` and `@SHA256:FILE@`
 * @param sums SHA-256 by file name
 * @throws {Error} when the template holds a word between at signs that is none of these
 * @example
 * ```ts
 * import { fillManifest } from "./manifests.ts";
 * fillManifest("@VERSION@ @SHA256:a@", new Map([["a", "00ff"]]), "1.0.0").text; // "1.0.0 00ff"
 * ```
 */
export function fillManifest(template: string, sums: ReadonlyMap<string, string>, version = VERSION): FilledManifest {
  const values = new Map([
    ["VERSION", version],
    ["REPOSITORY", REPOSITORY],
    ["RELEASE", `${REPOSITORY}/releases/download/v${version}`],
  ]);
  const missing = new Set<string>();
  const text = template.replaceAll(/@([A-Z0-9]+)(?::([\w.-]+))?@/g, (whole, name: string, file?: string) => {
    const value = file === undefined ? values.get(name) : sums.get(file);
    if (file === undefined ? value === undefined : name !== "SHA256") {
      throw new Error(`cannot fill in "${whole}": no such value`);
    }
    if (value === undefined) missing.add(file ?? name);
    return value ?? "";
  });
  return missing.size > 0 ? { missing: [...missing].sort() } : { text };
}
