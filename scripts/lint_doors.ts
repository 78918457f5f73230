/**
 * The doors of the house style as a `deno lint` plugin: the system, the environment, the exit code and the network are
 * each touched in one place, and the hook path uses nothing that costs milliseconds at start (design section 8).
 *
 * @module
 */
import {
  isOnHookPath,
  isProductFile,
  isTestFile,
  mayExit,
  mayNameEnvironment,
  mayReadEnvironment,
  mayTouchDeno,
} from "./source_places.ts";
import {
  isArgument,
  isGlobal,
  isGlobalMember,
  isName,
  isObjectOfMember,
  isStandardStream,
  isText,
  memberName,
  projectPath,
} from "./lint_nodes.ts";

const ENVIRONMENT_NAME = new RegExp(
  `^(?:(?:IMPRINT_HOOK|XDG|DENO|WSL|GEMINI)_[A-Z_]+|LC_[A-Z]+|${
    [
      ["CLAUDE_CONFIG_DIR", "CODEX_HOME", "COPILOT_HOME", "WSLENV"],
      ["HOME", "USERPROFILE", "HOMEDRIVE", "HOMEPATH", "APPDATA", "LOCALAPPDATA", "ProgramData", "PROGRAMDATA"],
      ["SystemRoot", "SYSTEMROOT", "NO_COLOR", "FORCE_COLOR", "CLICOLOR", "TERM", "COLUMNS", "TMPDIR", "LANG", "TZ"],
    ].flat().join("|")
  })$`,
);
const LOCALE_MEMBER = /^(?:localeCompare|toLocale[A-Z]\w*)$/;
const WEB_STREAM = /^(?:Readable|Writable|Transform|TextDecoder|TextEncoder|Compression|Decompression)Stream$/;
const NETWORK_GLOBAL = /^(?:fetch|WebSocket|WebSocketStream|EventSource|Worker|XMLHttpRequest|WebTransport)$/;

/** The rules by name; `deno.json` loads them, the tests run each on its own. */
const plugin: Deno.lint.Plugin = {
  name: "doors",
  rules: {
    deno: rule(
      (path) => !mayTouchDeno(path),
      "only lib/io, lib/std, main.ts, scripts and tests touch the system: take a port from lib/io as an argument",
      (node) =>
        isName(node, "Deno") || (isName(node, "process") && isObjectOfMember(node)) ||
        (node.type === "MemberExpression" && isGlobalMember(node, /^process$/)),
    ),
    environment: rule(
      (path) => !mayReadEnvironment(path),
      "lib/io/env.ts alone reads the environment: ask it for the value",
      (node) => node.type === "MemberExpression" && memberName(node) === "env" && isName(node.object, "Deno"),
    ),
    "environment-name": rule(
      (path) => !mayNameEnvironment(path),
      "environment variables are asked for by environment(name) of lib/io/env.ts, whose type knows every name",
      (node) =>
        (isText(node, ENVIRONMENT_NAME) && isArgument(node, (callee) => callee !== "environment")) ||
        (node.type === "MemberExpression" && ENVIRONMENT_NAME.test(memberName(node))),
    ),
    exit: rule(
      (path) => !mayExit(path),
      "only main.ts sets the exit code: return the outcome",
      (node) =>
        node.type === "MemberExpression" && /^exit(?:Code)?$/.test(memberName(node)) && isName(node.object, "Deno"),
    ),
    network: rule(
      isProductFile,
      "this program uses no network and no workers (design section 1)",
      (node) => isGlobal(node, NETWORK_GLOBAL),
    ),
    "node-module": rule(
      isOnHookPath,
      "a node: module costs 8 to 22 ms on the hook path: use web APIs, or move the code into a lazily loaded command",
      (node) => isText(node, /^node:/),
    ),
    locale: rule(
      isOnHookPath,
      "Intl costs 8 to 12 ms on the hook path: compare by code unit, write dates as ISO strings",
      (node) => isGlobal(node, /^Intl$/) || (node.type === "MemberExpression" && LOCALE_MEMBER.test(memberName(node))),
    ),
    "web-stream": rule(
      isOnHookPath,
      "web streams cost 4 to 8 ms on the hook path: read and write bytes with the synchronous calls of lib/io",
      (node) => isGlobal(node, WEB_STREAM) || isStandardStream(node),
    ),
    console: rule(
      isOnHookPath,
      "a hook's output is the client's to read: return text and let main.ts write it",
      (node) => isGlobal(node, /^console$/),
    ),
    "ignored-door": {
      create(context) {
        const path = projectPath(context.filename);
        if (!isProductFile(path) || isTestFile(path)) return {};
        return {
          Program() {
            for (const comment of context.sourceCode.getAllComments()) {
              if (!/deno-lint-ignore(?:-file\s*$|.*\bdoors\/)/.test(comment.value)) continue;
              context.report({ range: comment.range, message: "a door is not opened by a comment: move the code" });
            }
          },
        };
      },
    },
  },
};
export default plugin;

function rule(
  appliesTo: (path: string) => boolean,
  message: string,
  isWrong: (node: Deno.lint.Node) => boolean,
): Deno.lint.Rule {
  return {
    create(context) {
      if (!appliesTo(projectPath(context.filename))) return {};
      const check = (node: Deno.lint.Node) => {
        if (isWrong(node)) context.report({ node, message });
      };
      return { Identifier: check, Literal: check, TemplateElement: check, MemberExpression: check };
    },
  };
}
