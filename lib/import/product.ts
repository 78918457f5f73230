/**
 * What every import works with: the ports, the configuration and what it means on this machine. Made once a run.
 *
 * @module
 */
import type { Profile } from "../bridge/profile.ts";
import type { Files } from "../io/files.ts";
import type { Homes } from "../io/homes.ts";
import type { Redactor } from "../learnings/redaction/redactor.ts";
import type { Config, FactGatherer, MachineDirectories, World } from "../ownership/mod.ts";
import type { SeenIndex } from "../record/seen.ts";
import type { Environment } from "../types.ts";

/** Ports and configuration of one run. */
export interface Product {
  readonly files: Files;
  readonly homes: Homes;
  readonly config: Config;
  /** Changes whenever the configuration does; stored verdicts name the one they were reached with. */
  readonly configHash: string;
  /** False: somebody changed the configuration since it was read, so that a verdict may be another one by now. */
  readonly isCurrent: () => boolean;
  readonly world: World;
  readonly facts: FactGatherer;
  /** The machine whose clients recorded what is read: this one, unless a store of the other side of a border is. */
  readonly environment: Environment;
  readonly directories: MachineDirectories;
  /** The registered WSL profiles. */
  readonly profiles: readonly Profile[];
  readonly redactor: Redactor;
  /** This installation's seal key, made when it is first needed. */
  readonly sealKey: () => Promise<Uint8Array>;
  readonly now: () => Date;
  /** The index of the folder that was written to last: a sweep goes from session to session of one folder. */
  readonly lastSeen: { folder?: string; index?: SeenIndex };
}
