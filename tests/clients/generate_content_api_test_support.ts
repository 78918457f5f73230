/**
 * A model API on the loopback interface, as much of https://ai.google.dev/api/generate-content as Gemini CLI needs: text
 * and function calls, streamed or not. The scripts are those of `model_api_test_support.ts`.
 *
 * @module
 */
import { type Asked, type ModelApi, pieces, startLoopbackApi, streamed, type Turn } from "./model_api_test_support.ts";

type Json = Record<string, unknown>;

/** Starts the API. `script` plays the model. */
export function startGenerateContentApi(script: (asked: Asked) => Turn): ModelApi {
  return startLoopbackApi(script, async (request, ask) => {
    const [, model = "", method] = /^\/v1beta\/models\/([^/:]+):(\w+)$/.exec(new URL(request.url).pathname) ?? [];
    if (request.method !== "POST") return undefined;
    if (method === "countTokens") return Response.json({ totalTokens: 5 });
    if (method !== "generateContent" && method !== "streamGenerateContent") return undefined;
    const { turn, number } = ask(readRequest(await request.json() as Json));
    const parts = partsOf(turn, number);
    if (method === "generateContent") return Response.json(chunk(parts, { model, ends: true }));
    return streamed(turn, parts.map((part, n) => chunk([part], { model, ends: n === parts.length - 1 })));
  });
}

function readRequest(body: Json): Asked {
  const contents = (body["contents"] ?? []) as readonly Json[];
  const own = contents.slice(contents.findLastIndex(({ role }) => role === "model") + 1).flatMap(partsIn);
  const result = own.map((part) => part["functionResponse"] as Json | undefined).find((one) => one !== undefined);
  return {
    last: own.map(textOf).join("\n"),
    isResult: result !== undefined,
    call: result === undefined ? undefined : callOf(contents, result["name"]),
    hasTools: Array.isArray(body["tools"]) && body["tools"].length > 0,
    system: partsIn((body["systemInstruction"] ?? {}) as Json).map(textOf).join("\n"),
  };
}

function partsIn({ parts }: Json): readonly Json[] {
  return Array.isArray(parts) ? parts : [];
}

function textOf({ text, functionResponse }: Json): string {
  return typeof text === "string" ? text : functionResponse === undefined ? "" : JSON.stringify(functionResponse);
}

function callOf(contents: readonly Json[], name: unknown): Asked["call"] {
  const calls = contents.flatMap(partsIn).map((part) => part["functionCall"] as Json | undefined);
  const call = calls.findLast((one) => one?.["name"] === name);
  return call === undefined ? undefined : { name: String(name), input: (call["args"] ?? {}) as Json };
}

/** The scripts speak of `Bash`; a shell of Gemini CLI's is `run_shell_command`. */
function partsOf(turn: Turn, number: string): readonly Json[] {
  if (turn.kind === "text") return pieces(turn.text).map((text) => ({ text }));
  const name = turn.name === "Bash" ? "run_shell_command" : turn.name;
  return [{ functionCall: { id: `call_${number}`, name, args: turn.input } }];
}

function chunk(parts: readonly Json[], { model, ends }: { readonly model: string; readonly ends: boolean }): Json {
  return {
    candidates: [{ content: { role: "model", parts }, ...(ends ? { finishReason: "STOP" } : {}), index: 0 }],
    usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 5, totalTokenCount: 105 },
    modelVersion: model,
  };
}
