/**
 * Secretlint's recommended rules as the oracle: what they report is redacted, and they find nothing in what is left. Needs the
 * environment, which a package of secretlint reads when it is loaded.
 */
import { assert, assertEquals } from "@std/assert";
import { diskTest } from "../../../tests/disk_test_support.ts";
import { allSamples, ALNUM, HEX, privateKey, random, type Sample } from "./redaction_test_support.ts";
import { createRedactor } from "./redactor.ts";

interface Report {
  readonly rule: string;
  readonly range: readonly [number, number];
}

type Scan = (text: string, fileName: string) => Promise<readonly Report[]>;

async function createScan(): Promise<{ readonly scan: Scan; readonly rules: readonly string[] }> {
  const { lintSource } = await import("@secretlint/core");
  const preset = await import("@secretlint/secretlint-rule-preset-recommend");
  const rules = preset.rules.map((rule) => rule.meta.id);
  const aws = { id: "@secretlint/secretlint-rule-aws", options: { enableIDScanRule: true } };
  const scan: Scan = async (content, filePath) => {
    const { messages } = await lintSource({
      source: { content, filePath, ext: /\.\w+$/.exec(filePath)?.[0] ?? "", contentType: "text" },
      options: {
        noPhysicFilePath: true,
        config: { rules: [{ id: "@secretlint/secretlint-rule-preset-recommend", rule: preset.creator, rules: [aws] }] },
      },
    });
    return messages.map(({ ruleId, range }) => ({ rule: ruleId, range: [range[0], range[1]] }));
  };
  return { scan, rules };
}

function serviceAccount(): string {
  return JSON.stringify(
    {
      type: "service_account",
      project_id: "kettle",
      private_key_id: random(HEX, 40),
      private_key: privateKey("PRIVATE KEY", { start: "MIIEvQ", lines: 20 }) + "\n",
      client_email: "pot@kettle.iam.gserviceaccount.com",
    },
    null,
    2,
  );
}

/** Text and file name; some rules look at certain files only. */
function texts(sample: Sample): readonly (readonly [string, string])[] {
  const text = sample.before + sample.secret + sample.after;
  return [
    [text, "kettle.txt"],
    [`Here it is: ${text}\nand more`, "kettle.md"],
    [`const value = "${text}";\r\n`, "kettle.ts"],
    [JSON.stringify({ text, more: [`x ${text} y`] }), "kettle.json"],
    [`\u300c${text}\u300d`, ".npmrc"],
  ];
}

diskTest("redact() takes out whatever secretlint reports, and leaves it nothing to report", async () => {
  const { scan, rules } = await createScan();
  const redactor = createRedactor({});
  const reporting = new Set<string>();
  const samples: readonly Sample[] = [
    ...allSamples(),
    { type: "private-key", before: "", secret: serviceAccount(), after: "" },
    { type: "aws-secret-key", before: "", secret: `AWS_SECRET_ACCESS_KEY="${random(ALNUM, 40)}"`, after: "" },
  ];
  for (const sample of samples) {
    for (const [text, fileName] of [...texts(sample), [sample.secret, "kettle.json"] as const]) {
      const { text: redacted, spans } = redactor.redact(text);
      for (const { rule, range: [start, end] } of await scan(text, fileName)) {
        reporting.add(rule);
        assert(spans.some((span) => span.start < end && span.end > start), `${rule} in ${fileName}: ${text}`);
      }
      assertEquals(await scan(redacted, fileName), [], `${fileName}: ${redacted}`);
    }
  }
  // An oracle that says nothing proves nothing: every rule has seen something of its own.
  assertEquals(rules.filter((rule) => !reporting.has(rule)), ["@secretlint/secretlint-rule-filter-comments"]);
});
