/**
 * The lines of an export: one JSON object each, flat where a database asks for columns, the same fields in front of all
 * (design section 6, `export` and `import`).
 *
 * @module
 */
import * as z from "zod";
import { parseLearningRow } from "../record/learning_rows.ts";
import { isObject, parseObject, type RawRow } from "../record/read_rows.ts";
import { CLIENT_NAMES, EVIDENCE_ORIGINS, LABELS, LEARNING_KINDS } from "../types.ts";

const TEXT_OR_NULL = z.string().nullable();
const SESSION = {
  schema: z.literal(1),
  workspace: z.string().min(1),
  client: z.enum(CLIENT_NAMES),
  sessionId: z.string().min(1).max(512),
  projectPath: z.string(),
};
/** 32 hex digits. */
const ID = z.string().regex(/^[0-9a-f]{32}$/);

const SESSION_LINE = z.object({
  ...SESSION,
  type: z.literal("session"),
  directories: z.array(z.object({ path: z.string(), source: z.string() })).max(10_000),
  flags: z.json(),
});

const MESSAGE_LINE = z.object({
  ...SESSION,
  type: z.literal("message"),
  exchangeId: ID,
  role: z.enum(["question", "answer", "user-answer", "evidence"]),
  uuid: TEXT_OR_NULL,
  at: TEXT_OR_NULL,
  text: z.string(),
  label: z.enum(LABELS).optional().catch(undefined),
  cwd: z.string().optional(),
  msg: z.string().optional(),
  provisional: z.boolean().optional(),
  kind: z.enum(["question", "plan", "refusal"]).optional().catch(undefined),
  asked: z.string().optional(),
  origin: z.enum(EVIDENCE_ORIGINS).optional().catch(undefined),
  raw: z.string().optional(),
});

const STATE_LINE = z.object({
  ...SESSION,
  type: z.literal("state"),
  exchangeId: ID,
  state: z.enum(["rewound", "withdrawn"]),
});

const LEARNING_LINE = z.object({
  ...SESSION,
  type: z.literal("learning"),
  kind: z.enum(LEARNING_KINDS),
  at: TEXT_OR_NULL,
  text: z.string(),
  row: z.custom<RawRow>(isObject),
}).refine(({ row, kind }) => parseLearningRow(row, kind) !== undefined);

const LINE = z.discriminatedUnion("type", [SESSION_LINE, MESSAGE_LINE, STATE_LINE, LEARNING_LINE]);

/** A conversation: where it took place, in front of what was said in it. */
export type SessionLine = z.infer<typeof SESSION_LINE>;
/** One message of an exchange. */
export type MessageLine = z.infer<typeof MESSAGE_LINE>;
/** An exchange was rewound or withdrawn. */
export type StateLine = z.infer<typeof STATE_LINE>;
/** One learning; `row` is it as it is stored. */
export type LearningLine = z.infer<typeof LEARNING_LINE>;
/** Any line. */
export type StreamLine = SessionLine | MessageLine | StateLine | LearningLine;

/**
 * Reads one line of an export.
 *
 * @returns undefined when it is none
 * @example
 * ```ts
 * import { parseStreamLine } from "./stream_lines.ts";
 * parseStreamLine('{"schema":1,"type":"session"}'); // undefined
 * ```
 */
export function parseStreamLine(text: string): StreamLine | undefined {
  const object = parseObject(text);
  return object === undefined ? undefined : LINE.safeParse(object).data;
}
