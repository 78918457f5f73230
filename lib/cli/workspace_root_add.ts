/**
 * `imprint-hook workspace root add`: gives a directory to a workspace, and the conversations in it that others stored.
 *
 * @module
 */
import { CLIENTS } from "../../hooks/clients.ts";
import { EXIT, InputError } from "../errors.ts";
import { type ChangingHands, changingHands } from "../import/changing_hands.ts";
import { type MovedSession, moveSessions, type ReadAgain } from "../import/move_sessions.ts";
import type { Product } from "../import/product.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import { importTranscript } from "../pipeline.ts";
import type { ParsedArguments } from "./command.ts";
import { answerEdit, counted } from "./edit_answer.ts";
import { editConfig, type EditedConfig } from "./edit_config.ts";
import { knownWorkspace } from "./known_workspace.ts";
import { refuseOverlap } from "./refuse_overlap.ts";
import { namedWorkspace, setUp } from "./setup.ts";
import { isSameDirectory, type TypedDirectory, typedDirectory, unwiseRoot } from "./typed_directory.ts";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const dryRun = args.flag("dry-run");
  const home = args.value("home");
  const product = await setUp({ mode: "person", home, dryRun });
  const workspace = namedWorkspace(product, args.value("workspace")) ?? product.config.active;
  const typed = typedDirectory(product, args.operands[0] ?? "");
  let root = typed.dir;
  const edited = await editConfig(product, (config) => {
    const known = knownWorkspace(config, workspace).roots.find((dir) => isSameDirectory(product, dir, typed.dir));
    root = known ?? typed.dir;
    if (known !== undefined) return [];
    if (!args.flag("force")) refuseUnwise(product, typed, workspace);
    return [{ type: "append", path: ["workspaces", workspace, "roots"], value: typed.dir }];
  }, ({ after }) => refuseOverlap(product, after, { workspaces: [workspace], dir: typed.dir }));

  const now = dryRun ? asIfEdited(product, edited) : await setUp({ mode: "person", home });
  const changing = changingHands(now, { workspace, root });
  const moves = !dryRun && !args.flag("no-move");
  const { moved, readAgain } = moves ? await moveSessions(now, changing.movable) : { moved: [], readAgain: [] };
  await importAgain(now, readAgain);
  const left = moved.filter(({ outcome }) => outcome === "busy" || outcome === "failed");
  answerEdit(args, {
    product,
    edited,
    data: { workspace, root, dryRun, ...asData({ changing, moved, moves }) },
    lines: [
      ...rootLines({ workspace, root, outcome: edited.outcome, dryRun }),
      ...sessionLines({ workspace, changing, moved, moves, dryRun }),
    ],
  });
  if (left.length === 0) return EXIT.done;
  throw new InputError(
    `${
      counted(left.length, "conversation")
    } could not be moved to workspace "${workspace}" yet; run the same command again`,
  );
}

/** Roots that would take everything, or that are not there. */
function refuseUnwise(product: Product, typed: TypedDirectory, workspace: string): void {
  const refuse = (found: string): InputError =>
    new InputError(`cannot give "${visible(typed.dir)}" to workspace "${workspace}": ${found}`);
  const everything = `imprint-hook workspace use ${workspace}`;
  switch (unwiseRoot(product, typed)) {
    case "file-system-root":
      throw refuse(
        `it holds everything, so no other workspace could have a root; "${everything}" makes "${workspace}" learn what lies in no root; --force takes it anyway`,
      );
    case "home":
    case "above-home":
      throw refuse(
        `it holds your home directory, so no other workspace could have a root there; "${everything}" makes "${workspace}" learn what lies in no root; --force takes it anyway`,
      );
  }
  if (typed.disk === "file") throw refuse("it is a file; give its directory");
  if (typed.disk === "missing") {
    throw refuse("there is no such directory; check the path, or take it anyway with --force");
  }
}

/** What the configuration would mean, with the machine's policy. */
function asIfEdited(product: Product, { config }: EditedConfig): Product {
  const exclude = [...new Set([...config.exclude, ...product.config.exclude])];
  const after = { ...config, exclude };
  return { ...product, config: after, world: product.facts.world(after) };
}

/** Sessions that had left messages to one that moved away get theirs again, from their own transcripts. */
async function importAgain(product: Product, transcripts: readonly ReadAgain[]): Promise<void> {
  for (const { transcript, workspace, namedByPerson } of transcripts) {
    await importTranscript(product, {
      transcript,
      clients: CLIENTS,
      asker: { kind: "person", workspace },
      namedByPerson,
      dryRun: false,
      final: false,
    });
  }
}

function asData(
  { changing, moved, moves }: {
    readonly changing: ChangingHands;
    readonly moved: readonly MovedSession[];
    readonly moves: boolean;
  },
): { readonly [key: string]: unknown } {
  const name = ({ meta, place }: MovedSession["session"]) => ({
    client: meta.client,
    sessionId: meta.sessionId,
    from: { workspace: meta.workspace, directory: place.directory },
  });
  return {
    sessions: moves
      ? moved.map(({ session, directory, outcome, problem }) => ({
        ...name(session),
        outcome,
        to: { directory },
        ...(problem === undefined ? {} : { problem }),
      }))
      : changing.movable.map(({ session, target }) => ({
        ...name(session),
        outcome: "not-moved",
        to: { directory: target.directory },
      })),
    hidden: changing.hidden.map(({ session, verdict }) => ({ ...name(session), verdict })),
  };
}

function rootLines(
  { workspace, root, outcome, dryRun }: {
    readonly workspace: string;
    readonly root: string;
    readonly outcome: EditedConfig["outcome"];
    readonly dryRun: boolean;
  },
): readonly string[] {
  if (outcome === "unchanged") return [`"${root}" is a root of workspace "${workspace}" already.`];
  if (dryRun) return [`"${root}" would be a root of workspace "${workspace}" (dry run: nothing was written).`];
  return [
    `"${root}" is a root of workspace "${workspace}" now.`,
    "Conversations there are learned in it, and no other workspace learns or shows them.",
  ];
}

function sessionLines(
  { workspace, changing, moved, moves, dryRun }: {
    readonly workspace: string;
    readonly changing: ChangingHands;
    readonly moved: readonly MovedSession[];
    readonly moves: boolean;
    readonly dryRun: boolean;
  },
): readonly string[] {
  const lines: string[] = [];
  const { movable, hidden } = changing;
  if (movable.length > 0) {
    const will = dryRun
      ? "would change hands"
      : moves
      ? "changed hands"
      : `belong${movable.length === 1 ? "s" : ""} to "${workspace}" now`;
    lines.push(`${counted(movable.length, "stored conversation")} ${will}:`);
  }
  if (moves) lines.push(...moved.map((each) => movedLine(each, workspace)));
  else {lines.push(...movable.map(({ session: { meta, place } }) =>
      `  ${meta.sessionId} of workspace "${meta.workspace}", in "${place.directory}"`
    ));}
  if (!moves && !dryRun && movable.length > 0) {
    lines.push("They stay where they are and are not shown; the same command without --no-move moves them.");
  }
  if (hidden.length > 0) {
    lines.push(
      `${
        counted(hidden.length, "stored conversation")
      } also touched what others claim: kept, but not shown to any workspace.`,
    );
  }
  return lines;
}

function movedLine({ session: { meta, place }, directory, outcome, problem }: MovedSession, workspace: string): string {
  const of = `  ${meta.sessionId} of workspace "${meta.workspace}"`;
  switch (outcome) {
    case "moved":
      return directory === place.directory ? `${of}, in "${directory}" as before` : `${of}, now in "${directory}"`;
    case "gone":
      return `${of}: moved or removed meanwhile`;
    case "occupied":
      return `${of}: workspace "${workspace}" has its own copy; this one, in "${place.directory}", stays and is not shown`;
    case "busy":
      return `${of}: another program works in its directory`;
    case "failed":
      return `${of}: ${problem ?? "failed"}`;
  }
}
