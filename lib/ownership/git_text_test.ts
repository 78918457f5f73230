import { assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { namesWorktree, normalRemote, readGitFile, readPathLine, remoteUrls } from "./git_text.ts";
import { commonByPlace, resolveBelow, treesOf } from "./git_trees.ts";

const gitFiles: readonly [string | undefined, string | undefined][] = [
  ["gitdir: /srv/kettle/.git/worktrees/wt\n", "/srv/kettle/.git/worktrees/wt"],
  ["gitdir: ../.git/modules/lib", "../.git/modules/lib"],
  ["gitdir: C:/kettle/.git/worktrees/wt\r\n", "C:/kettle/.git/worktrees/wt"],
  ["gitdir: /srv/with space /x\n", "/srv/with space /x"],
  ["gitdir:/srv/x\n", undefined],
  ["gitdir: \n", undefined],
  ["gitdir: /srv/x\0\n", undefined],
  ["gitdir: /srv/x\n/srv/y\n", undefined],
  ["ref: refs/heads/main\n", undefined],
  ["", undefined],
  [undefined, undefined],
];

Deno.test("readGitFile() follows only what git would follow", () => {
  for (const [text, gitdir] of gitFiles) {
    assertEquals(readGitFile(text), gitdir === undefined ? { kind: "own" } : { kind: "file", gitdir });
  }
});

Deno.test("readPathLine() never gives a text with NUL or a line end", () => {
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom("a", "/", "\n", "\r", "\0", " ") }), (text) => {
    const path = readPathLine(text);
    assertEquals(path === undefined || !/[\0\r\n]/.test(path) && path !== "", true);
  }));
});

Deno.test("namesWorktree() is true for a worktree's git directory alone", () => {
  assertEquals(namesWorktree("/srv/kettle/.git/worktrees/wt"), true);
  assertEquals(namesWorktree("C:\\kettle.git\\worktrees\\wt\\"), true);
  assertEquals(namesWorktree("/srv/kettle/.git/modules/lib"), false);
  assertEquals(namesWorktree("/srv/worktrees/kettle/.git"), false);
});

const remotes: readonly [string, string | undefined][] = [
  ["git@example.org:Mira/kettle.git", "example.org/mira/kettle"],
  ["ssh://git@example.org:2222/mira/kettle.git", "example.org/mira/kettle"],
  ["https://mira:token@example.org/mira/kettle/", "example.org/mira/kettle"],
  ["https://example.org/mira/kettle.git?x=1", "example.org/mira/kettle"],
  ["git://example.org/mira/kettle", "example.org/mira/kettle"],
  ["example.org:mira/kettle", "example.org/mira/kettle"],
  ["/srv/git/kettle.git", "/srv/git/kettle"],
  ["file:///srv/git/kettle.git", "/srv/git/kettle"],
  ["C:\\git\\kettle.git", "c:\\git\\kettle"],
  ["../kettle", "../kettle"],
  [" ", undefined],
];

Deno.test("normalRemote() gives one form for all spellings of a remote", () => {
  for (const [url, normal] of remotes) assertEquals(normalRemote(url), normal, url);
});

Deno.test("normalRemote() gives one form whatever the protocol, user, port and ending", () => {
  const word = fc.stringMatching(/^[a-z][a-z0-9_-]{1,8}$/);
  fc.assert(fc.property(word, word, word, word, (user, host, owner, name) => {
    const path = `${host}.org/${owner}/${name}`;
    const spellings = [
      `${user}@${host}.org:${owner}/${name}.git`,
      `${host}.org:${owner}/${name}`,
      `https://${path}`,
      `https://${user}:${user}@${path}.git/`,
      `ssh://${user}@${host}.org:22/${owner}/${name}.git`,
      path,
    ];
    for (const url of spellings) assertEquals(normalRemote(url), path, url);
  }));
});

Deno.test("remoteUrls() reads fetch and push addresses of remotes alone", () => {
  const config = '[core]\n\turl = no\n[remote "origin"]\n\turl = git@example.org:mira/kettle.git\n' +
    '\tpushurl = "https://example.org/x"\n[branch "main"]\n\turl = no\n[REMOTE "b"]\nURL=y\n[url "z"]\ninsteadOf = q\n';
  assertEquals(remoteUrls(config), ["git@example.org:mira/kettle.git", "https://example.org/x", "y"]);
});

const posix = (path: string) => ({ kind: "posix", segments: path.split("/").slice(1) }) as const;

Deno.test("treesOf() gives the main tree, the superproject or the bare repository", () => {
  assertEquals(treesOf(posix("/srv/kettle/.git")), { tree: posix("/srv/kettle") });
  assertEquals(treesOf(posix("/srv/kettle.git")), { tree: posix("/srv/kettle.git") });
  assertEquals(treesOf(posix("/srv/super/.git/modules/a/modules/b")), {
    tree: posix("/srv/super"),
    submodule: posix("/srv/super/a/b"),
  });
});

Deno.test("commonByPlace() accepts only `<common>/worktrees/<name>`", () => {
  assertEquals(commonByPlace(posix("/srv/kettle/.git/worktrees/wt")), posix("/srv/kettle/.git"));
  assertEquals(commonByPlace(posix("/srv/kettle/.git/modules/wt")), undefined);
  assertEquals(commonByPlace(posix("/worktrees/wt")), undefined);
});

Deno.test("resolveBelow() reads a relative path with the separators of its system", () => {
  assertEquals(resolveBelow(posix("/srv/wt"), "../kettle/.git"), posix("/srv/kettle/.git"));
  const drive = { kind: "drive", drive: "C", segments: ["wt"] } as const;
  assertEquals(resolveBelow(drive, "..\\kettle/.git"), { ...drive, segments: ["kettle", ".git"] });
});
