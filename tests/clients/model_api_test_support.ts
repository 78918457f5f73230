/**
 * A model API on the loopback interface, as much of https://docs.anthropic.com/en/api/messages-streaming as Claude Code
 * needs: streamed text and tool calls. What it answers depends on the last text that the user's side sent.
 *
 * @module
 */

/** What the model does next. */
export type Turn =
  | {
    readonly kind: "text";
    readonly text: string;
    /** How long it takes to say it. */
    readonly milliseconds?: number;
    /** How long it takes until the first word. */
    readonly silent?: number;
  }
  | { readonly kind: "tool"; readonly name: string; readonly input: Readonly<Record<string, unknown>> };

/** One request, reduced to what a script decides on. */
export interface Asked {
  /** Text of everything after the model's last message, tool results included, blocks joined by line feeds. */
  readonly last: string;
  /** That holds the result of a tool call. */
  readonly isResult: boolean;
  /** Name and input of the tool call that was answered. */
  readonly call: { readonly name: string; readonly input: Readonly<Record<string, unknown>> } | undefined;
  /** Requests without tools are the client's own: titles, summaries, suggestions. */
  readonly hasTools: boolean;
  readonly system: string;
}

/** A running API. */
export interface ModelApi {
  readonly url: string;
  /** The requests so far. */
  readonly asked: readonly Asked[];
  /** Paths that were asked for and are not part of the API. */
  readonly strange: readonly string[];
  end(): Promise<void>;
}

type Json = Record<string, unknown>;

/** Starts the API. `script` plays the model. */
export function startModelApi(script: (asked: Asked) => Turn): ModelApi {
  return startLoopbackApi(script, async (request, ask) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/v1/messages/count_tokens") return Response.json({ input_tokens: 100 });
    if (pathname !== "/v1/messages" || request.method !== "POST") return undefined;
    const body = await request.json() as Json;
    const { turn, number } = ask(readRequest(body));
    const head = { id: `msg_${number}`, model: String(body["model"]) };
    return body["stream"] === true
      ? streamed(turn, eventsOf(turn, head), { "request-id": `req_${number}` })
      : Response.json(wholeMessage(turn, head));
  });
}

/** What the model does about a request, and a number for ids. */
export type Ask = (read: Asked) => { readonly turn: Turn; readonly number: string };

/**
 * Starts an API of any form.
 *
 * @param script plays the model
 * @param answer to one request; undefined for a path that is no part of the API
 */
export function startLoopbackApi(
  script: (asked: Asked) => Turn,
  answer: (request: Request, ask: Ask) => Promise<Response | undefined>,
): ModelApi {
  const asked: Asked[] = [];
  const strange: string[] = [];
  let count = 0;
  const ask: Ask = (read) => {
    asked.push(read);
    return { turn: script(read), number: String(++count).padStart(4, "0") };
  };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const response = await answer(request, ask);
    if (response !== undefined) return response;
    strange.push(`${request.method} ${new URL(request.url).pathname}`);
    return new Response(null, { status: request.method === "HEAD" ? 200 : 404 });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    asked,
    strange,
    end: () => server.shutdown(),
  };
}

/** A turn as server-sent events. */
export function streamed(
  turn: Turn,
  events: readonly Json[],
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { silent = 0, milliseconds = 0 } = turn.kind === "text" ? turn : {};
  return new Response(stream(events, { silent, milliseconds }), {
    headers: { "content-type": "text/event-stream", ...headers },
  });
}

function readRequest(body: Json): Asked {
  const messages = (body["messages"] ?? []) as readonly Json[];
  const own = messages.slice(messages.findLastIndex(({ role }) => role === "assistant") + 1);
  const blocks = own.flatMap(({ content }): readonly Json[] =>
    Array.isArray(content) ? content : [{ type: "text", text: content }]
  );
  const result = blocks.find(({ type }) => type === "tool_result");
  return {
    last: blocks.map(textOf).join("\n"),
    isResult: result !== undefined,
    call: result === undefined ? undefined : callOf(messages, String(result["tool_use_id"])),
    hasTools: Array.isArray(body["tools"]) && body["tools"].length > 0,
    system: textOf({ content: body["system"] }),
  };
}

function textOf(block: Json): string {
  const { text, content } = block;
  if (typeof text === "string") return text;
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map(textOf).join("\n") : "";
}

function callOf(messages: readonly Json[], id: string): Asked["call"] {
  const blocks = messages.flatMap(({ content }) => Array.isArray(content) ? content as Json[] : []);
  const call = blocks.find((block) => block["type"] === "tool_use" && block["id"] === id);
  return call === undefined ? undefined : { name: String(call["name"]), input: call["input"] as Json };
}

interface Head {
  readonly id: string;
  readonly model: string;
}

function contentOf(turn: Turn, id: string): Json {
  return turn.kind === "text"
    ? { type: "text", text: turn.text }
    : { type: "tool_use", id: id.replace("msg_", "toolu_"), name: turn.name, input: turn.input };
}

function wholeMessage(turn: Turn, { id, model }: Head): Json {
  const stop_reason = turn.kind === "text" ? "end_turn" : "tool_use";
  const usage = { input_tokens: 10, output_tokens: 5 };
  return { id, type: "message", role: "assistant", model, content: [contentOf(turn, id)], stop_reason, usage };
}

function eventsOf(turn: Turn, { id, model }: Head): readonly Json[] {
  const whole = wholeMessage(turn, { id, model });
  const block = contentOf(turn, id);
  const deltas = turn.kind === "text"
    ? pieces(turn.text).map((text) => ({ type: "text_delta", text }))
    : [{ type: "input_json_delta", partial_json: JSON.stringify(turn.input) }];
  return [
    { type: "message_start", message: { ...whole, content: [], stop_reason: null, stop_sequence: null } },
    {
      type: "content_block_start",
      index: 0,
      content_block: turn.kind === "text" ? { ...block, text: "" } : { ...block, input: {} },
    },
    ...deltas.map((delta) => ({ type: "content_block_delta", index: 0, delta })),
    { type: "content_block_stop", index: 0 },
    {
      type: "message_delta",
      delta: { stop_reason: whole["stop_reason"], stop_sequence: null },
      usage: { output_tokens: 5 },
    },
    { type: "message_stop" },
  ];
}

/** A text as it comes in a stream. */
export function pieces(text: string): readonly string[] {
  return text.match(/[^]{1,12}/g) ?? [""];
}

/** Server-sent events, spread over a time; none after the client has gone. */
function stream(
  events: readonly Json[],
  { silent, milliseconds }: { readonly silent: number; readonly milliseconds: number },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next = 0;
  let gone = false;
  const wait = async (time: number) => {
    const end = performance.now() + time;
    while (!gone && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  return new ReadableStream({
    async pull(controller) {
      await wait(next === 0 ? silent : milliseconds / events.length);
      if (gone) return;
      const event = events[next++];
      if (event === undefined) return controller.close();
      const name = event["type"] === undefined ? "" : `event: ${event["type"]}\n`;
      controller.enqueue(encoder.encode(`${name}data: ${JSON.stringify(event)}\n\n`));
    },
    cancel() {
      gone = true;
    },
  });
}
