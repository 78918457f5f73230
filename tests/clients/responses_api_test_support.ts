/**
 * A model API on the loopback interface, as much of https://platform.openai.com/docs/api-reference/responses-streaming as
 * Codex needs: streamed text and function calls. The scripts are those of `model_api_test_support.ts`.
 *
 * @module
 */
import { type Asked, type ModelApi, pieces, startLoopbackApi, streamed, type Turn } from "./model_api_test_support.ts";

type Json = Record<string, unknown>;

/** Starts the API. `script` plays the model. */
export function startResponsesApi(script: (asked: Asked) => Turn): ModelApi {
  return startLoopbackApi(script, async (request, ask) => {
    if (new URL(request.url).pathname !== "/v1/responses" || request.method !== "POST") return undefined;
    const { turn, number } = ask(readRequest(await request.json() as Json));
    return streamed(turn, eventsOf(turn, number));
  });
}

function readRequest(body: Json): Asked {
  const items = (body["input"] ?? []) as readonly Json[];
  const isModels = ({ type, role }: Json): boolean =>
    type === "function_call" || type === "reasoning" || (type === "message" && role === "assistant");
  const own = items.slice(items.findLastIndex(isModels) + 1);
  const result = own.find(({ type }) => type === "function_call_output");
  return {
    last: own.map(textOf).join("\n"),
    isResult: result !== undefined,
    call: result === undefined ? undefined : callOf(items, result["call_id"]),
    hasTools: Array.isArray(body["tools"]) && body["tools"].length > 0,
    system: String(body["instructions"] ?? ""),
  };
}

function textOf({ text, content, output }: Json): string {
  for (const value of [text, output, content]) {
    if (typeof value === "string") return value;
    if (Array.isArray(value)) return value.map(textOf).join("\n");
  }
  return "";
}

function callOf(items: readonly Json[], id: unknown): Asked["call"] {
  const call = items.find((item) => item["type"] === "function_call" && item["call_id"] === id);
  return call === undefined ? undefined : { name: String(call["name"]), input: JSON.parse(String(call["arguments"])) };
}

function eventsOf(turn: Turn, id: string): readonly Json[] {
  const response = { id: `resp_${id}`, object: "response", status: "in_progress", output: [] };
  const item = itemOf(turn, id);
  const usage = {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 5,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 105,
  };
  const deltas = turn.kind === "text"
    ? [
      { type: "response.output_item.added", output_index: 0, item: { ...item, content: [] } },
      ...pieces(turn.text).map((delta) => ({
        type: "response.output_text.delta",
        item_id: item["id"],
        output_index: 0,
        content_index: 0,
        delta,
      })),
    ]
    : [];
  return [
    { type: "response.created", response },
    ...deltas,
    { type: "response.output_item.done", output_index: 0, item },
    { type: "response.completed", response: { ...response, status: "completed", output: [item], usage } },
  ];
}

/** The scripts speak of `Bash`; a shell of Codex' is `exec_command`. */
function itemOf(turn: Turn, id: string): Json {
  if (turn.kind === "text") {
    const content = [{ type: "output_text", text: turn.text, annotations: [] }];
    return { type: "message", id: `msg_${id}`, role: "assistant", status: "completed", content };
  }
  const { name, input } = turn;
  const shell = name === "Bash";
  return {
    type: "function_call",
    id: `fc_${id}`,
    call_id: `call_${id}`,
    name: shell ? "exec_command" : name,
    arguments: JSON.stringify(shell ? { cmd: input["command"] } : input),
  };
}
