/**
 * The configuration: can it be read, and do its workspaces get along?
 *
 * @module
 */
import { parse } from "@std/jsonc";
import type { Check } from "../../checkup.ts";
import type { Product } from "../../import/product.ts";
import { storedSessions } from "../../import/stored_sessions.ts";
import { isAbsolute } from "../../io/homes.ts";
import { operatingSystem } from "../../io/process.ts";
import { describeProblem, readConfig, unconfirmedOverlaps } from "../../ownership/mod.ts";
import { EXCHANGES_FILE, under } from "../../record/layout.ts";
import { readRows } from "../../record/read_rows.ts";
import { counted } from "../edit_answer.ts";
import type { CheckFamily, Subject } from "./subject.ts";

/** Whether it can be read, and names that lead nowhere. */
export const configurationChecks: CheckFamily = ({ files, homes, product, configProblem }) => {
  const check = { id: "configuration", title: "configuration" };
  if (configProblem !== null) {
    return [{
      ...check,
      state: "problem",
      found: configProblem.replace(/; nothing is learned until it is mended$/, ""),
      advice: "mend it: nothing is learned until then",
    }];
  }
  const text = files.readText(homes.configFile);
  if (text === undefined) return [{ ...check, state: "ok", found: "there is none, so everything is as usual" }];
  const { problems } = readConfig(parse(text));
  if (problems.length > 0) {
    return problems.map((problem): Check => ({
      ...check,
      id: "configuration/name",
      state: "problem",
      found: `"${homes.configFile}": ${describeProblem(problem)}`,
      advice: "mend that line",
    }));
  }
  const { workspaces, active } = product.config;
  return [
    { ...check, state: "ok", found: `${counted(workspaces.length, "workspace")}, "${active}" is active` },
    ...(product.config.store === "learnings" ? earlierExchanges(product) : []),
  ];
};

/** What was stored before the setting: a change of the configuration removes nothing. */
function earlierExchanges(product: Product): readonly Check[] {
  const { files } = product;
  const holding = storedSessions(product).filter(({ place: { directory } }) => {
    let holds = false;
    readRows(files, under(directory, EXCHANGES_FILE), { onRow: ({ type }) => void (holds ||= type === "exchange") });
    return holds;
  }).length;
  return holding === 0 ? [] : [{
    id: "configuration/exchanges",
    title: "configuration",
    state: "note",
    found: `"store" is "learnings", and ${counted(holding, "conversation")} stored before ${
      holding === 1 ? "holds" : "hold"
    } exchanges in "${EXCHANGES_FILE}", which you may delete`,
  }];
}

/** Roots that are not there, and directories that two workspaces claim. */
export const workspaceChecks: CheckFamily = (subject) => {
  const { product } = subject;
  const overlaps = unconfirmedOverlaps(product.world).map(({ a, b }): Check => ({
    id: "workspaces/overlap",
    title: "workspaces",
    state: "problem",
    found: `"${a.dir}" of "${a.workspace}" and "${b.dir}" of "${b.workspace}" overlap: nothing there is learned`,
    advice: `run "imprint-hook workspace share ${a.workspace} ${b.workspace} DIR", or take one of the roots away`,
  }));
  const stale = product.world.workspaces.flatMap(({ name, roots }) =>
    roots.filter(({ approval }) => approval === "changed" || approval === "gone").map(({ dir, approval }): Check => ({
      id: "workspaces/approval",
      title: "workspaces",
      state: "problem",
      found:
        `the project file in "${dir}", approved for "${name}", ${approval === "gone" ? "is gone" : "has changed"}: ` +
        "nothing there is learned",
      advice: `read it and run "imprint-hook workspace approve", or "imprint-hook workspace revoke"`,
    }))
  );
  return [...overlaps, ...stale, ...missingRoots(subject)];
};

function missingRoots({ files, product }: Subject): readonly Check[] {
  return product.config.workspaces.flatMap(({ name, roots, shared, workDir }) => {
    const directories = [...roots, ...shared.map(({ dir }) => dir), ...(workDir === null ? [] : [workDir])];
    return [...new Set(directories)]
      // A root of another kind of machine is not to be looked for here.
      .filter((dir) => isAbsolute(dir, operatingSystem()) && files.stat(dir)?.isDirectory !== true)
      .map((dir): Check => ({
        id: "workspaces/root",
        title: "workspaces",
        state: "problem",
        found: `"${dir}" of workspace "${name}" is no directory`,
        advice: "make it, mount it, or take it out of the configuration",
      }));
  });
}
