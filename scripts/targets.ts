/**
 * The systems that the program is compiled for.
 *
 * @module
 */

/** One of them. */
export interface Target {
  /** In file names: `linux-x64`. */
  readonly name: string;
  /** As in `Deno.build.target`, and what `deno compile --target` takes. */
  readonly triple: string;
  /** As in `Deno.build.os`. */
  readonly os: "linux" | "darwin" | "windows";
}

/** What `build --all` compiles, sorted by name. */
export const TARGETS: readonly Target[] = [
  { name: "linux-arm64", triple: "aarch64-unknown-linux-gnu", os: "linux" },
  { name: "linux-x64", triple: "x86_64-unknown-linux-gnu", os: "linux" },
  { name: "macos-arm64", triple: "aarch64-apple-darwin", os: "darwin" },
  { name: "macos-x64", triple: "x86_64-apple-darwin", os: "darwin" },
  { name: "windows-x64", triple: "x86_64-pc-windows-msvc", os: "windows" },
];

/** The system that this runs on. @throws {Error} when the program is not compiled for it */
export function hostTarget(): Target {
  const host = TARGETS.find(({ triple }) => triple === Deno.build.target);
  if (host !== undefined) return host;
  throw new Error(
    `cannot build for ${Deno.build.target}: only ${TARGETS.map(({ triple }) => triple).join(", ")} are known; ` +
      'run "deno task install" instead',
  );
}

/** The file name of a binary: `stem` with the system's ending. */
export function binaryName(stem: string, { os }: Pick<Target, "os">): string {
  return os === "windows" ? `${stem}.exe` : stem;
}
