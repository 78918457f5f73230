/**
 * The system below `lib/io`, with one call that fails or at which the process dies. Every call is taken where `lib/io`
 * makes it, so that what a temporary file, a rename and a sync are made of is told apart.
 *
 * @module
 */

/** What happens at a call. */
export type Fault =
  /** The process dies before the call. */
  | "crash"
  /** The process dies in the middle of a write. */
  | "torn"
  /** A write or read does less than was asked; the caller has to go on. */
  | "short"
  /** The lock's file is taken away between opening and locking. */
  | "lost-lock"
  /** The file system has no locks. */
  | "no-locks"
  /** The disk is full from this call on. */
  | "full"
  | "ENOSPC"
  | "EIO"
  | "EACCES"
  | "EINTR";

/** Every fault. */
export const FAULTS: readonly Fault[] = [
  ...["crash", "torn", "short", "lost-lock", "no-locks", "full", "ENOSPC", "EIO", "EACCES", "EINTR"] as const,
];

/** A call that the process does not survive. */
export class Killed extends Error {}

const PATH_CALLS = [
  ...[
    "openSync",
    "statSync",
    "lstatSync",
    "realPathSync",
    "readDirSync",
    "readFileSync",
    "readTextFileSync",
    "readLinkSync",
  ],
  ...["mkdirSync", "removeSync", "renameSync", "linkSync", "symlinkSync", "chmodSync"],
];
const FILE_CALLS = ["readSync", "writeSync", "seekSync", "statSync", "syncSync", "syncDataSync", "lock", "unlockSync"];
/** Every call that can fail here. */
export const FAULTY_CALLS: ReadonlySet<string> = new Set([...PATH_CALLS, ...FILE_CALLS]);

/** Closing is left alone: Deno tells of no error there. */
const WRITING = new Set([
  "openSync+",
  "mkdirSync",
  "renameSync",
  "linkSync",
  "symlinkSync",
  "writeSync",
  "syncSync",
  "syncDataSync",
]);
const SYNCS = new Set(["syncSync", "syncDataSync"]);

type AnyCall = (this: unknown, ...args: unknown[]) => unknown;

/** Can this fault happen at this call? */
export function canHappen(fault: Fault, call: string): boolean {
  if (fault === "torn") return call === "writeSync";
  if (fault === "short") return call === "writeSync" || call === "readSync";
  if (fault === "lost-lock" || fault === "no-locks") return call === "lock";
  if (fault === "ENOSPC" || fault === "full") return WRITING.has(call);
  if (fault === "EACCES") return !FILE_CALLS.includes(call) || call === "statSync";
  return true;
}

function failure(fault: Fault): Error {
  if (fault === "EACCES") return new Deno.errors.PermissionDenied("Permission denied (os error 13)");
  if (fault === "EINTR") return new Deno.errors.Interrupted("Interrupted system call (os error 4)");
  if (fault === "EIO") return Object.assign(new Error("Input/output error (os error 5)"), { code: "EIO" });
  if (fault === "no-locks") {
    return Object.assign(new Error("Operation not supported (os error 95)"), { code: "ENOTSUP" });
  }
  return Object.assign(new Error("No space left on device (os error 28)"), { code: "ENOSPC" });
}

/**
 * Runs `fn` and counts its calls; at the `at`-th, from 1, the fault happens. Nothing is synced: no power is cut here.
 *
 * @returns the calls that were made, and whether `fn` was killed
 */
export async function withFault(
  { at, fault }: { readonly at: number; readonly fault: Fault },
  fn: () => Promise<unknown>,
): Promise<{ readonly calls: readonly string[]; readonly died: boolean }> {
  const calls: string[] = [];
  const opened = new Map<Deno.FsFile, string>();
  let died = false;
  const die = (): never => {
    died = true;
    throw new Killed("killed");
  };
  const around = (name: string, original: AnyCall): AnyCall =>
    function (this: unknown, ...args: unknown[]): unknown {
      if (died) throw new Killed("killed");
      const writes = name === "openSync" && Object.keys(args[1] ?? {}).some((key) => key !== "read" && key !== "mode");
      const call = writes ? "openSync+" : name;
      calls.push(call);
      const isNow = calls.length === at;
      const happens = isNow || (calls.length > at && (fault === "full" && WRITING.has(call) || isLockless(call)));
      if (happens && fault === "crash") die();
      if (happens && fault === "torn") {
        const bytes = args[0] as Uint8Array;
        original.call(this, bytes.subarray(0, bytes.length >> 1));
        die();
      }
      if (happens && fault === "short") return original.call(this, (args[0] as Uint8Array).subarray(0, 1));
      if (happens && fault === "lost-lock") removeQuietly(opened.get(this as Deno.FsFile));
      else if (happens) {
        if (call === "lock") return Promise.reject(failure(fault));
        // A full disk may take a part of what is written.
        if (call === "writeSync" && fault === "ENOSPC") original.call(this, (args[0] as Uint8Array).subarray(0, 3));
        throw failure(fault);
      }
      if (SYNCS.has(name)) return undefined;
      const result = original.apply(this, args);
      if (name === "openSync") opened.set(result as Deno.FsFile, String(args[0]));
      return result;
    };
  const isLockless = (call: string): boolean => fault === "no-locks" && call === "lock";
  const restore = replaceCalls(around);
  try {
    await fn();
  } catch (error) {
    if (!died && !(error instanceof Error)) throw error;
  } finally {
    restore();
    for (const file of opened.keys()) closeQuietly(file);
  }
  return { calls, died };
}

const originalRemove = Deno.removeSync;

function removeQuietly(path: string | undefined): void {
  try {
    if (path !== undefined) originalRemove(path);
  } catch {
    // It is gone.
  }
}

/** The system closes what a process that died had open. */
function closeQuietly(file: Deno.FsFile): void {
  try {
    file.close();
  } catch {
    // Closed by the program.
  }
}

function replaceCalls(around: (name: string, original: AnyCall) => AnyCall): () => void {
  const targets = [
    [Deno as unknown as Record<string, AnyCall>, PATH_CALLS],
    [Deno.FsFile.prototype as unknown as Record<string, AnyCall>, FILE_CALLS],
  ] as const;
  const undo: (() => void)[] = [];
  for (const [target, names] of targets) {
    for (const name of names) {
      const original = target[name];
      if (original === undefined) continue;
      target[name] = around(name, original);
      undo.push(() => target[name] = original);
    }
  }
  return () => undo.forEach((one) => one());
}
