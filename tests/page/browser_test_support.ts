/**
 * A headless Chromium, spoken to over its DevTools protocol on the loopback interface.
 *
 * @module
 */

/** The browser to test with; the task `test:page` names it. */
export const BROWSER = readBrowser();

function readBrowser(): string | undefined {
  try {
    return Deno.env.get("IMPRINT_HOOK_TEST_BROWSER") || undefined;
  } catch {
    return undefined;
  }
}

/** An open page. */
export interface Page {
  /** Opens a file and waits until the page says that it is ready. @returns milliseconds from the call */
  open(path: string): Promise<number>;
  /** The value of an expression in the page. */
  evaluate(expression: string): Promise<unknown>;
  /** Presses and releases a key where the focus is. */
  press(key: string): Promise<void>;
  /** Emulates a preference of the person's. */
  prefer(scheme: "dark" | "light"): Promise<void>;
  /** PNG bytes of what is visible. */
  screenshot(): Promise<Uint8Array>;
  /** Addresses that the page asked for beside the file itself. */
  readonly requests: readonly string[];
  /** Dialogs, exceptions and complaints of the console. */
  readonly complaints: readonly string[];
}

/** Opens a browser for the time of a function. */
export async function withPage(fn: (page: Page) => Promise<void>): Promise<void> {
  const profile = await Deno.makeTempDir({ prefix: "imprint-hook-page-" });
  const child = new Deno.Command(BROWSER ?? "", {
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--single-process",
      "--no-zygote",
      "--disable-dev-shm-usage",
      "--remote-debugging-port=0",
      `--user-data-dir=${profile}`,
      "about:blank",
    ],
    stdout: "null",
    stderr: "null",
  }).spawn();
  try {
    const socket = await connect(await debuggingAddress(profile));
    try {
      await fn(await pageOver(socket));
    } finally {
      socket.close();
    }
  } finally {
    child.kill("SIGKILL");
    await child.status;
    await Deno.remove(profile, { recursive: true });
  }
}

async function debuggingAddress(profile: string): Promise<string> {
  for (let n = 0; n < 300; n++) {
    try {
      const [port, path] = Deno.readTextFileSync(`${profile}/DevToolsActivePort`).trim().split("\n");
      if (port !== undefined && path !== undefined) return `ws://127.0.0.1:${port}${path}`;
    } catch {
      // Not there yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the browser did not start within 30 s");
}

function connect(address: string): Promise<WebSocket> {
  const socket = new WebSocket(address);
  return new Promise((resolve, reject) => {
    socket.onopen = () => resolve(socket);
    socket.onerror = () => reject(new Error(`cannot speak to the browser at ${address}`));
  });
}

type Answer = Record<string, unknown>;

async function pageOver(socket: WebSocket): Promise<Page> {
  let last = 0;
  const waiting = new Map<number, (answer: Answer) => void>();
  const requests: string[] = [];
  const complaints: string[] = [];
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data));
    if (typeof message.id === "number") waiting.get(message.id)?.(message.result ?? { error: message.error });
    else if (message.method === "Network.requestWillBeSent") requests.push(message.params.request.url);
    else if (message.method === "Page.javascriptDialogOpening") complaints.push(`dialog: ${message.params.message}`);
    else if (message.method === "Runtime.exceptionThrown") {
      complaints.push(JSON.stringify(message.params.exceptionDetails));
    } else if (message.method === "Log.entryAdded") complaints.push(String(message.params.entry.text));
  };
  const ask = (method: string, params: Answer = {}, sessionId?: string): Promise<Answer> => {
    const id = ++last;
    socket.send(JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }));
    return new Promise((resolve) => waiting.set(id, resolve));
  };
  const { targetId } = await ask("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await ask("Target.attachToTarget", { targetId, flatten: true });
  const on = (method: string, params: Answer = {}) => ask(method, params, String(sessionId));
  for (const domain of ["Page", "Network", "Runtime", "Log"]) await on(`${domain}.enable`);
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result } = await on("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
    return (result as Answer | undefined)?.["value"];
  };
  return {
    requests,
    complaints,
    evaluate,
    async open(path) {
      const begun = performance.now();
      await on("Page.navigate", { url: `file://${path}` });
      while (await evaluate("document.documentElement.dataset.ready") !== "true") {
        if (performance.now() - begun > 60_000) throw new Error("the page was not ready within 60 s");
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      return performance.now() - begun;
    },
    async press(key) {
      const text = key.length === 1 ? { text: key } : key === "Enter" ? { text: "\r" } : {};
      await on("Input.dispatchKeyEvent", { type: "keyDown", key, ...text });
      await on("Input.dispatchKeyEvent", { type: "keyUp", key });
    },
    async prefer(scheme) {
      await on("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
    },
    async screenshot() {
      const { data } = await on("Page.captureScreenshot", { format: "png" });
      return Uint8Array.from(atob(String(data)), (character) => character.charCodeAt(0));
    },
  };
}
