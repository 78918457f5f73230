/**
 * Tool calls and results of the session store, as learning rules read them.
 *
 * @module
 */
import type { Signal } from "../../lib/types.ts";
import { asId, asRow, asRows, asText, type Row } from "./records.ts";

const MAX_COMMAND = 4096;
const MAX_OUTPUT = 2048;
const MAX_SIGNALS = 64;

/** Tools that change files. */
const EDITORS: ReadonlySet<string> = new Set([
  "write_to_file",
  "replace_in_file",
  "editor",
  "apply_patch",
  "new_file",
  "edit_file",
]);

/**
 * The signals of a message.
 *
 * @param message any message of the store
 */
export function messageSignals(message: Row): readonly Signal[] {
  return asRows(message["content"]).slice(0, MAX_SIGNALS).flatMap((part): readonly Signal[] => {
    if (part["type"] === "tool_use") return [callSignal(part)];
    return part["type"] === "tool_result" ? [resultSignal(part)] : [];
  });
}

function callSignal(part: Row): Signal {
  const name = asId(part["name"]) ?? "";
  const input = asRow(part["input"]) ?? {};
  const command = asText(input["command"]) ??
    (Array.isArray(input["commands"])
      ? input["commands"].filter((each) => typeof each === "string").join("\n")
      : undefined);
  const path = asId(input["path"]) ?? asId(input["file_path"]);
  return {
    type: "tool-call",
    id: asId(part["id"]) ?? "",
    name,
    ...(command === undefined || command === "" ? {} : { command: command.slice(0, MAX_COMMAND).toWellFormed() }),
    ...(path === null ? {} : { paths: [path] }),
    ...(EDITORS.has(name) ? { edits: true } : {}),
  };
}

function resultSignal(part: Row): Signal {
  const { content } = part;
  const parts = asRows(content);
  const text = asText(content) ?? parts.flatMap((inner) => asText(inner["text"]) ?? outcome(inner)).join("\n");
  // The shell tool of CLI 3 runs several commands in one call and says of each whether it worked.
  const ok = part["is_error"] !== true && parts.every((inner) => inner["success"] !== false);
  const refused = !ok && /\bdenied\b|\brejected\b/i.test(text.slice(0, 400));
  return {
    type: "tool-result",
    id: asId(part["tool_use_id"]) ?? "",
    ok,
    ...(refused ? { refused } : {}),
    text: text.slice(0, MAX_OUTPUT).toWellFormed(),
  };
}

/** What a command of several gave. */
function outcome({ result, error }: Row): readonly string[] {
  const text = asText(result) ?? "";
  return [text === "" ? asText(error) ?? "" : text].filter((each) => each !== "");
}
