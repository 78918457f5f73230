import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { parseMountinfo } from "./mountinfo.ts";

const ROOT = "60 1 8:32 / / rw,relatime - ext4 /dev/sdc rw,discard,errors=remount-ro,data=ordered";
const DRIVE_C = "97 60 0:44 / /mnt/c rw,noatime - 9p C:\\134 " +
  "rw,dirsync,aname=drvfs;path=C:\\;uid=1000;gid=1000;symlinkroot=/mnt/,mmap,access=client,msize=65536,trans=fd,rfd=8,wfd=8";

const rows = [
  ["finds a drive of WSL 2", [ROOT, DRIVE_C], [{ src: "C:\\", at: "/mnt/c" }]],
  ["passes over what is not Windows", [ROOT, "98 60 0:50 / /run rw - tmpfs none rw"], []],
  [
    "finds a drive of WSL 1, with and without its backslash",
    ["3 2 0:5 / /mnt/c rw - drvfs C:\\134 rw,case=off", "4 2 0:6 / /mnt/d rw shared:1 master:2 - drvfs D: rw"],
    [{ src: "C:\\", at: "/mnt/c" }, { src: "D:", at: "/mnt/d" }],
  ],
  [
    "turns slashes of a WSL 1 source",
    ["3 2 0:5 / /work rw - drvfs C:/Users/mira/src rw"],
    [{ src: "C:\\Users\\mira\\src", at: "/work" }],
  ],
  [
    "finds shares of both kinds",
    [
      ROOT,
      "5 60 0:7 / /mnt/jam rw - 9p pantry rw,aname=drvfs;path=UNC\\pantry\\jam;uid=0",
      "6 60 0:8 / /mnt/tea rw - drvfs \\134\\134pantry\\134tea rw",
    ],
    [{ src: "\\\\pantry\\jam", at: "/mnt/jam" }, { src: "\\\\pantry\\tea", at: "/mnt/tea" }],
  ],
  [
    "decodes octal escapes of places and of escaped options",
    [ROOT, "5 60 0:7 / /mnt/my\\040share\\134x rw - 9p x rw,aname=drvfs;path=C:\\134My\\040Jam;uid=0"],
    [{ src: "C:\\My Jam", at: "/mnt/my share\\x" }],
  ],
  [
    "takes unescaped spaces and commas in a source",
    [ROOT, "5 60 0:7 / /mnt/x rw - 9p x rw,aname=drvfs;path=C:\\Jam, red;uid=0,mmap"],
    [{ src: "C:\\Jam, red", at: "/mnt/x" }],
  ],
  ["takes a path that ends its options", [ROOT, "5 60 0:7 / /mnt/x rw - 9p x rw,aname=drvfs;path=D:\\,mmap"], [{
    src: "D:\\",
    at: "/mnt/x",
  }]],
  ["says ? when drvfs names no path", [ROOT, "5 60 0:7 / /mnt/x rw - 9p x rw,aname=drvfs,mmap"], [{
    src: "?",
    at: "/mnt/x",
  }]],
  ["leaves other 9p shares", [ROOT, "5 60 0:7 / /usr/lib/wsl/drivers ro - 9p drivers ro,aname=drivers;fmask=222"], []],
  [
    "appends the root of a bind mount",
    [ROOT, DRIVE_C, "99 60 0:44 /Users/mira/a:b /work rw - 9p C:\\134 rw,aname=drvfs;path=C:\\;uid=1000"],
    [{ src: "C:\\", at: "/mnt/c" }, { src: "C:\\Users\\mira\\a\uf03ab", at: "/work" }],
  ],
  [
    "says ? for a bind mount whose directory is gone",
    [ROOT, "99 60 0:44 /jam//deleted /work rw - 9p C:\\134 rw,aname=drvfs;path=C:\\;uid=1000"],
    [{ src: "?", at: "/work" }],
  ],
  [
    "keeps what of Linux covers a part of a drive",
    [ROOT, DRIVE_C, "98 97 0:50 / /mnt/c/scratch rw - tmpfs none rw"],
    [{ src: "C:\\", at: "/mnt/c" }, { src: null, at: "/mnt/c/scratch" }],
  ],
  ["drops a drive that a later mount above it hides", [ROOT, DRIVE_C, "98 60 0:50 / /mnt rw - tmpfs none rw"], []],
  [
    "keeps a drive that was mounted after what is above it, in any order of lines",
    [DRIVE_C.replace("97 60", "97 98"), "98 60 0:50 / /mnt rw - tmpfs none rw", ROOT],
    [{ src: "C:\\", at: "/mnt/c" }],
  ],
  [
    "takes the upper one of two mounts at one place",
    [ROOT, DRIVE_C, DRIVE_C.replace("97 60", "98 97").replace("path=C:", "path=D:")],
    [{ src: "D:\\", at: "/mnt/c" }],
  ],
  [
    "goes by order when the root's line is missing",
    [
      DRIVE_C,
      DRIVE_C.replace("/mnt/c", "/mnt/d").replace("path=C:", "path=D:"),
      "98 60 0:50 / /mnt/c rw - tmpfs none rw",
    ],
    [{ src: "D:\\", at: "/mnt/d" }],
  ],
  [
    "passes over a line with an empty source",
    [ROOT, "98 60 0:50 / /data/x rw -  tmpfs  rw", "99 60 0:51 / /data/y rw - tmpfs  rw", DRIVE_C],
    [{ src: "C:\\", at: "/mnt/c" }],
  ],
  ["passes over lines that make no sense", [
    "",
    "x",
    "1 2 3",
    "a b c d e f - g h i",
    "1 1 0:1 / relative rw - drvfs C: rw",
    ROOT,
    DRIVE_C,
  ], [{ src: "C:\\", at: "/mnt/c" }]],
  ["takes carriage returns", [`${ROOT}\r`, `${DRIVE_C}\r`], [{ src: "C:\\", at: "/mnt/c" }]],
  [
    "knows virtiofs drives by their place and says ? for others",
    [
      ROOT,
      "5 60 0:7 / /mnt/e rw - virtiofs drvfsa rw",
      "6 60 0:7 / /work rw - virtiofs drvfs rw",
      "7 60 0:9 /x /mnt/f rw - virtiofs drvfs rw",
    ],
    [{ src: "E:\\", at: "/mnt/e" }, { src: "?", at: "/work" }, { src: "?", at: "/mnt/f" }],
  ],
  [
    "skips WSL's own virtiofs mounts and virtiofs of others",
    [ROOT, "5 60 0:7 / /run/wsl/virtiofs-mounts/x rw - virtiofs drvfs rw", "6 60 0:7 / /mnt/h rw - virtiofs shared rw"],
    [],
  ],
  [
    "survives mounts whose parents make a circle",
    ["1 2 0:1 / / rw - ext4 x rw", "2 1 0:1 / / rw - ext4 x rw", DRIVE_C],
    [{ src: "C:\\", at: "/mnt/c" }],
  ],
] as const;

for (const [what, lines, expected] of rows) {
  Deno.test(`parseMountinfo() ${what} when it reads ${lines.length} lines`, () => {
    assertEquals<unknown>(parseMountinfo(lines.join("\n")), expected);
  });
}

Deno.test("parseMountinfo() looks for virtiofs drives below the automount root when it is another", () => {
  const text = "5 60 0:7 / /e rw - virtiofs drvfs rw\n6 60 0:7 / /mnt/f rw - virtiofs drvfs rw";
  assertEquals(parseMountinfo(text, { automountRoot: "/" }), [{ src: "E:\\", at: "/e" }, { src: "?", at: "/mnt/f" }]);
});

Deno.test("parseMountinfo() never throws when lines are arbitrary", () => {
  const field = fc.oneof(
    fc.constantFrom("1", "2", "3", "/", "/mnt", "/mnt/c", "-", "9p", "drvfs", "virtiofs", "C:", ""),
    fc.string(),
  );
  const line = fc.array(field, { maxLength: 12 }).map((fields) => fields.join(" "));
  fc.assert(fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
    for (const { at, src } of parseMountinfo(lines.join("\n"))) {
      assertEquals([at.startsWith("/"), src === ""], [true, false]);
    }
  }));
});
