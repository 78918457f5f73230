/**
 * What the std packages of `deno.jsr.json` export, written down because their registry is not reachable everywhere.
 * Read in https://github.com/denoland/std (`assert/mod.ts`, `fs/mod.ts`, `jsonc/mod.ts`, `path/mod.ts`).
 *
 * @module
 */

/** Values and types by package name. */
export const STD_EXPORTS: Readonly<Record<string, readonly string[]>> = {
  "@std/assert": [
    ...["AssertionError", "assert", "assertAlmostEquals", "assertArrayIncludes", "assertEquals", "assertExists"],
    ...["assertFalse", "assertGreater", "assertGreaterOrEqual", "assertInstanceOf", "assertIsError", "assertLess"],
    ...["assertLessOrEqual", "assertMatch", "assertNotEquals", "assertNotInstanceOf", "assertNotMatch"],
    ...["assertNotStrictEquals", "assertObjectMatch", "assertRejects", "assertStrictEquals", "assertStringIncludes"],
    ...["assertThrows", "equal", "fail", "unimplemented", "unreachable"],
  ],
  "@std/fs": [
    ...["copy", "copySync", "emptyDir", "emptyDirSync", "ensureDir", "ensureDirSync", "ensureFile", "ensureFileSync"],
    ...["ensureLink", "ensureLinkSync", "ensureSymlink", "ensureSymlinkSync", "exists", "existsSync", "expandGlob"],
    ...["expandGlobSync", "move", "moveSync", "walk", "walkSync"],
  ],
  "@std/jsonc": ["parse", "JsonValue", "ParseOptions"],
  // Only what `path-unified` has as well.
  "@std/path": [
    ...["basename", "dirname", "extname", "format", "isAbsolute", "join", "normalize", "parse", "relative", "resolve"],
    ...["toNamespacedPath"],
  ],
};
