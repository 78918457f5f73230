import { assertEquals, assertRejects } from "@std/assert";
import { rawZip } from "../../tests/zip_test_support.ts";
import { joinedHandle } from "../transcript/joined_handle.ts";
import { ARCHIVE_LIMITS, ArchiveError, type ArchiveLimits, zipFiles } from "./archive.ts";

const NAME = "conversations.json";
const data = new TextEncoder().encode('[{"uuid":"c1","chat_messages":[]}]');

async function textsOf(bytes: Uint8Array, limits: ArchiveLimits = ARCHIVE_LIMITS): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const file of await zipFiles(joinedHandle([{ bytes }], () => {}), limits)) {
    const decoder = new TextDecoder();
    let text = "";
    await file.read((chunk) => {
      text += decoder.decode(chunk, { stream: true });
      return Promise.resolve();
    });
    texts[file.name] = text;
  }
  return texts;
}

const text = new TextDecoder().decode(data);

const GOOD: readonly (readonly [string, () => Promise<Uint8Array>, readonly string[]])[] = [
  ["a stored entry", () => rawZip([{ name: NAME, data }]), [NAME]],
  ["a deflated one in a folder", () => rawZip([{ name: `export/${NAME}`, data, deflate: true }]), [`export/${NAME}`]],
  [
    "shards among other files (https://github.com/daugaard47/ChatGPT_Conversations_To_Markdown/pull/23)",
    () => rawZip(["user.json", "conversations-000.json", "conversations-001.json"].map((name) => ({ name, data }))),
    ["conversations-000.json", "conversations-001.json"],
  ],
  ["sizes in the zip64 field of a small archive", () => rawZip([{ name: NAME, data, zip64: true }]), [NAME]],
  ["no conversations", () => rawZip([{ name: "photo.json", data }]), []],
];

for (const [what, make, names] of GOOD) {
  Deno.test(`zipFiles() reads an archive with ${what}`, async () => {
    assertEquals(await textsOf(await make()), Object.fromEntries(names.map((name) => [name, text])));
  });
}

const zeros = new Uint8Array(1536 * 1024);
const long = new TextEncoder().encode(JSON.stringify(Array.from({ length: 3000 }, (_, i) => i * 7919)));
const cut = async (keep: (bytes: Uint8Array) => Uint8Array) => keep(await rawZip([{ name: NAME, data: long }]));

const HOSTILE: readonly (readonly [string, () => Promise<Uint8Array>, ArchiveLimits?])[] = [
  ["another entry that leads out of it", () => rawZip([{ name: "../../x", data }, { name: NAME, data }])],
  ["a name that leads up", () => rawZip([{ name: `../../${NAME}`, data }])],
  ["an absolute name", () => rawZip([{ name: `/etc/${NAME}`, data }])],
  ["a drive's name", () => rawZip([{ name: `C:/${NAME}`, data }])],
  ["a name that leads up in Windows' words", () => rawZip([{ name: `..\\..\\${NAME}`, data }])],
  ["a bomb", () => rawZip([{ name: NAME, data: zeros, deflate: true }])],
  ["a bomb that says it is small", () => rawZip([{ name: NAME, data: zeros, deflate: true, size: 100 }])],
  ["more than is read of one archive", () => rawZip([{ name: NAME, data: long }]), { ...ARCHIVE_LIMITS, bytes: 1000 }],
  ["more entries than are listed", () => rawZip([{ name: "a", data }, { name: "b", data }]), {
    ...ARCHIVE_LIMITS,
    entries: 1,
  }],
  ["a link", () => rawZip([{ name: NAME, data, mode: 0o120777 }])],
  ["an encrypted entry", () => rawZip([{ name: NAME, data, flags: 1 }])],
  ["an entry twice", () => rawZip([{ name: NAME, data }, { name: NAME, data }])],
  [
    "two entries over the same bytes",
    () => rawZip([{ name: NAME, data }, { name: "conversations-1.json", data, sharesBytes: true }]),
  ],
  ["a wrong checksum", () => rawZip([{ name: NAME, data, crc: 1 }])],
  ["an unknown method", () => rawZip([{ name: NAME, data, method: 99 }])],
  ["its end cut off", () => cut((bytes) => bytes.subarray(0, bytes.length - 60))],
  ["its beginning cut off", () => cut((bytes) => bytes.subarray(5000))],
  ["nothing behind its first bytes", () => Promise.resolve(new Uint8Array([0x50, 0x4b, 3, 4]))],
  ["a directory named as the file", () => rawZip([{ name: NAME, data: new Uint8Array(), mode: 0o040755 }])],
];

for (const [what, make, limits] of HOSTILE) {
  Deno.test(`zipFiles() refuses an archive with ${what}`, async () => {
    const bytes = await make();
    await assertRejects(() => textsOf(bytes, limits), ArchiveError);
  });
}
