/**
 * The ownership rule once more, as slowly and plainly as the design's words allow, over random worlds: places are
 * strings, sets are enumerated, nothing is shared with the product's code. Tests only.
 *
 * @module
 */
import { RANDOM_WORKSPACES, type RandomWorld, visibleDisks } from "./random_world_test_support.ts";

/** A root as the naive rule sees it. */
interface NaiveRoot {
  readonly of: string;
  readonly place: string | undefined;
  readonly approval: "current" | "stale" | undefined;
  readonly sharedWith: string | undefined;
}

/** What the naive rule says. */
export interface NaiveVerdict {
  readonly kind: string;
  readonly workspace: string;
  readonly places: readonly string[];
}

/** Decides a random world. */
export function naiveRule(world: RandomWorld): NaiveVerdict {
  const places = new NaivePlaces(world);
  const workspace = world.learner ?? naiveHook(places);
  const several = workspace === undefined;
  const learner = workspace ?? world.active;
  const cwds = world.session.map((_, index) => places.judge(index, learner));
  const words = cwds.map((cwd) => cwd.word);
  const answer = (kind: string): NaiveVerdict => ({ kind, workspace: learner, places: words });

  if (world.flags.optedOut) return answer("opted-out");
  if (world.excluded !== null && world.session.some((_, index) => places.isExcluded(index))) return answer("excluded");
  if (several || words.some((word) => word.startsWith("claimed"))) return answer("claimed");
  if (cwds.some((cwd) => cwd.overlap)) return answer("unconfirmed-overlap");
  const othersHaveRoots = places.roots.some((root) => root.of !== learner);
  if (othersHaveRoots && words.includes("unknown")) return answer("unplaceable-cwd");
  if (world.flags.paused) return answer("paused");
  if (world.flags.automation && !world.flags.namedByPerson) return answer("automation");
  const evidence = words.filter((word, index) => word !== "unknown" && world.session[index]?.source === "record");
  if (evidence.includes("inside")) return answer("owned");
  if (evidence.length > 0) return answer("unclaimed");
  if (words.length > 0) return answer("no-evidence");
  if (world.inbox !== null && world.inbox !== learner) return answer("no-evidence");
  if (world.flags.isExport) return answer(world.flags.namedByPerson ? "export" : "no-evidence");
  return answer(world.inbox === learner ? "inbox" : "no-evidence");
}

/** Undefined: roots of different workspaces. */
function naiveHook(places: NaivePlaces): string | undefined {
  const { world } = places;
  let left: readonly string[] | undefined;
  for (const [index, { source }] of world.session.entries()) {
    if (source !== "record" || places.isUnknown(index)) continue;
    const around = RANDOM_WORKSPACES.filter((name) => places.isInside(index, name));
    if (around.length > 0) left = (left ?? around).filter((name) => around.includes(name));
  }
  if (left === undefined) return world.active;
  return left.includes(world.active) ? world.active : left[0];
}

/** Places as strings. */
export class NaivePlaces {
  readonly world: RandomWorld;
  readonly roots: readonly NaiveRoot[];
  readonly existing: ReadonlySet<string>;

  constructor(world: RandomWorld) {
    this.world = world;
    const some = [
      ...visibleDisks(world.machine).map((disk) => `${disk}:/etc`),
      ...(world.machine.os === "wsl" ? ["L:/mnt"] : []),
      ...world.directories,
      ...world.links.flatMap(([at, target]) => [at.slice(0, -2), target]),
      ...world.worktrees.map(({ main }) => main),
      ...world.worktrees.filter(({ state }) => !state.startsWith("gone")).map(({ at }) => at),
      ...world.approvals.filter(({ dir, file }) => file !== "gone" && !passesLink(dir.place)).map(({ dir }) =>
        dir.place
      ),
    ].filter((place) => place !== undefined && visibleDisks(world.machine).includes(place.slice(0, 1)));
    this.existing = new Set(some.flatMap((place) => prefixes(place ?? "")));
    const shared = world.shares.flatMap(({ of, with: partner, dir, mutual }) => {
      const mine = { of, place: dir.place, approval: undefined };
      const other = { of: partner, place: dir.place, approval: undefined };
      const mutually = mutual && of !== partner;
      const confirmed = mutually ||
        world.shares.some((back) =>
          back.of === partner && back.with === of && back.dir.place === dir.place && of !== partner
        );
      return [
        { ...mine, sharedWith: confirmed ? partner : undefined },
        ...(mutually ? [{ ...other, sharedWith: of }] : []),
      ];
    });
    const approved = world.approvals.map(({ workspace, dir, file }): NaiveRoot => ({
      of: workspace,
      place: dir.place,
      approval: file === "current" && !passesLink(dir.place) && this.isVisible(dir.place) ? "current" : "stale",
      sharedWith: undefined,
    }));
    const plain = world.roots.map(({ of, dir }) => ({
      of,
      place: dir.place,
      approval: undefined,
      sharedWith: undefined,
    }));
    this.roots = [...plain, ...shared, ...approved];
  }

  isVisible(place: string | undefined): boolean {
    return place !== undefined && visibleDisks(this.world.machine).includes(place.slice(0, 1));
  }

  /** The place with every link on the way followed, whether it exists or not. */
  resolve(place: string): string {
    const link = this.world.links.find(([at]) => isAt(at, place));
    if (link === undefined || !this.isVisible(place)) return place;
    return this.resolve(link[1] + place.slice(link[0].length));
  }

  exists(place: string): boolean {
    return this.isVisible(place) && this.existing.has(this.resolve(place));
  }

  isUnknown(index: number): boolean {
    const place = this.world.session[index]?.place;
    return place === undefined || (this.world.missing === "unknown" && !this.exists(place));
  }

  /** Every name that may refuse. */
  names(index: number): readonly string[] {
    const place = this.world.session[index]?.place;
    if (place === undefined) return [];
    return [
      place,
      this.resolve(place),
      ...this.trees(place),
      ...this.trees(this.resolve(place)),
      ...this.remembered(place),
    ];
  }

  /** Main trees, and counterparts in them, of the worktrees that a path goes through. */
  trees(place: string, { mutual = false } = {}): readonly string[] {
    return prefixes(place).flatMap((top) =>
      this.world.worktrees.filter(({ at, state }) =>
        (state === "mutual" || (state === "one-sided" && !mutual)) && this.resolve(top) === at
      ).flatMap(({ main }) => [main, this.resolve(main + place.slice(top.length)), main + place.slice(top.length)])
    );
  }

  /** The same for pairs that an earlier run saw. */
  remembered(place: string, { gone = false } = {}): readonly string[] {
    return this.world.worktrees.filter(({ at, state }) =>
      state.endsWith("remembered") && !(gone && this.existing.has(at))
    ).flatMap(({ at, main }) =>
      [this.resolve(place), place].filter((name) => isAt(at, name)).flatMap((name) => {
        const counterpart = main + name.slice(at.length);
        return [main, counterpart, this.resolve(counterpart)];
      })
    );
  }

  isExcluded(index: number): boolean {
    const text = this.world.session[index]?.text ?? "";
    const names = this.world.session[index]?.place === undefined ? [text.replaceAll("\\", "/")] : this.names(index);
    return names.some((name) => name.split("/").some((part, at) => at > 0 && part === this.world.excluded));
  }

  isInside(index: number, workspace: string): boolean {
    const place = this.world.session[index]?.place;
    if (place === undefined) return false;
    const roots = this.roots.filter((root) => root.of === workspace && root.approval !== "stale");
    const within = (name: string, really: boolean) =>
      roots.some((root) => {
        if (root.place === undefined) return false;
        const real = this.exists(root.place) ? this.resolve(root.place) : undefined;
        const places = really ? [real ?? root.place] : [root.place, real ?? root.place];
        return places.some((one) => this.holds(one, name));
      });
    const trees = [
      ...this.trees(this.resolve(place), { mutual: true }),
      ...this.remembered(place, { gone: true }),
    ];
    if (trees.some((tree) => within(this.resolve(tree), true))) return true;
    if (this.exists(place)) return within(this.resolve(place), true);
    return this.world.missing === "lexical" && within(place, false);
  }

  judge(index: number, workspace: string): { readonly word: string; readonly overlap: boolean } {
    const names = this.names(index);
    const inside = this.isInside(index, workspace);
    const claims = names.flatMap((name) =>
      this.roots.filter((root) => root.of !== workspace && this.rootHolds(root, name))
        .filter((root) => !this.isShared(name, root, workspace))
        .map((root) => ({ name, root }))
    );
    const overlaps = claims.filter(({ name, root }) =>
      inside && root.approval === undefined &&
      this.roots.some((own) => own.of === workspace && own.approval !== "stale" && this.rootHolds(own, name))
    );
    const claimants = claims.filter((claim) => !overlaps.includes(claim)).map(({ root }) => root.of).sort();
    const word = (): string => {
      if (claimants[0] !== undefined) return `claimed:${claimants[0]}`;
      const stale = this.roots.some((root) =>
        root.of === workspace && root.approval === "stale" && names.some((name) => this.rootHolds(root, name))
      );
      if (stale && !inside) return `claimed:${workspace}`;
      if (this.isUnknown(index)) return "unknown";
      return inside ? "inside" : "outside";
    };
    return { word: word(), overlap: overlaps.length > 0 };
  }

  rootHolds({ place }: NaiveRoot, name: string): boolean {
    if (place === undefined) return false;
    return this.holds(place, name) || (this.exists(place) && this.holds(this.resolve(place), name));
  }

  /** Both recorded a directory that holds the name, and the other's root reaches at least as far up. */
  isShared(name: string, root: NaiveRoot, workspace: string): boolean {
    if (root.approval !== undefined || root.place === undefined) return false;
    const own = this.roots.filter((one) => one.of === workspace && one.sharedWith === root.of);
    const shared = own.flatMap(({ place }) =>
      place === undefined ? [] : [place, ...(this.exists(place) ? [this.resolve(place)] : [])]
    ).filter((one) => this.holds(one, name));
    const faces = [root.place, ...(this.exists(root.place) ? [this.resolve(root.place)] : [])]
      .filter((face) => this.holds(face, name));
    return faces.every((face) => shared.some((one) => this.holds(face, one)));
  }

  /** One place in another; a Linux directory above `/mnt/c` reaches the drive that is mounted there. */
  holds(root: string, place: string): boolean {
    if (isAt(root, place)) return true;
    const mounts = this.world.machine.os === "wsl" || this.world.machine.os === "windows";
    return mounts && root.startsWith("L:") && place.startsWith("C:") && isAt(root, "L:/mnt/c");
  }
}

function isAt(root: string, place: string): boolean {
  return place === root || place.startsWith(`${root}/`);
}

function prefixes(place: string): readonly string[] {
  const parts = place.split("/");
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

function passesLink(place: string | undefined): boolean {
  return place !== undefined && /\/[xy](?:\/|$)/.test(place);
}
