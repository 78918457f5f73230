/**
 * `imprint-hook report --html FILE`: one self-contained page over what is stored.
 *
 * @module
 */
import { EXIT, UsageError } from "../errors.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import { writeText } from "../io/terminal.ts";
import type { Readable } from "../import/readable_sessions.ts";
import { standingExchanges } from "../import/standing_rows.ts";
import { reportPage } from "./report/page.ts";
import { reportExchange, reportLearning } from "./report/report_data.ts";
import type { ParsedArguments } from "./command.ts";
import { counted } from "./edit_answer.ts";
import { consolidatedOf, nothingText } from "./list.ts";
import { sessionsInScope } from "./read_scope.ts";
import { absolutePath, setUp } from "./setup.ts";
import { refuseDirectory, writeNamed } from "./write_named.ts";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const file = args.value("html");
  if (file === undefined || file === "") {
    throw new UsageError("report: name the file to write with --html FILE");
  }
  const product = await setUp({ mode: "person", home: args.value("home") });
  const { files } = product;
  const path = absolutePath(file);
  refuseDirectory(files, path, file);
  const readable = sessionsInScope(product, args);
  const key = await product.sealKey();
  const learnings = consolidatedOf(product, readable, { key }).map((learning) =>
    reportLearning(learning, learning.workDir)
  );
  const exchanges = readable.sessions.flatMap((session) =>
    standingExchanges(product, session)
      .filter(({ state }) => state !== "retracted")
      .flatMap((exchange) =>
        reportExchange(exchange, { project: session.workDir, session: session.meta.sessionId }) ?? []
      )
  );
  const scope = args.flag("all") ? "all projects" : readable.asked ?? readable.workDirs[0] ?? "nothing yet";
  const page = await reportPage({ made: product.now().toISOString(), scope, learnings, exchanges });
  writeNamed(path, {
    files,
    option: "--html",
    write: () => files.replace(path, new TextEncoder().encode(page), { mode: files.stat(path)?.mode ?? null }),
  });
  const counts = { learnings: learnings.length, exchanges: exchanges.length };
  const isEmpty = counts.learnings + counts.exchanges === 0;
  writeText(
    "stdout",
    args.flag("json")
      ? `${JSON.stringify({ schema: 1, file: path, ...counts })}\n`
      : `Wrote ${counted(counts.learnings, "learning")} and ${counted(counts.exchanges, "exchange")} to ${
        visible(path)
      }; open it in a browser. It holds ` +
        `what was said, and only you can read the file.\n${
          isEmpty ? `${emptyText(readable, args.flag("all"))}\n` : ""
        }`,
  );
  return EXIT.done;
}

/** Why the page is empty, and what to do. */
function emptyText(readable: Readable, everywhere: boolean): string {
  const { sessions } = readable;
  if (sessions.length === 0) return nothingText(readable, { everywhere, named: false });
  return `Neither stands in ${
    counted(sessions.length, "stored conversation")
  }; "imprint-hook learn" learns what is new.`;
}
