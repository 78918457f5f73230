/**
 * Invented text for transcripts: the same for the same seed, on every machine.
 *
 * @module
 */

/** Numbers that look random and are not: 32 bits of xorshift. */
export interface Dice {
  /** @returns a whole number from 0 up to `below`, which is left out */
  below(below: number): number;
  pick<T>(from: readonly T[]): T;
  hex(digits: number): string;
}

/** @param seed any whole number but 0 */
export function createDice(seed: number): Dice {
  let state = seed | 0;
  const below = (limit: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
  return {
    below,
    pick: (from) => from[below(from.length)]!,
    hex: (digits) => {
      let text = "";
      while (text.length < digits) text += below(0x10000).toString(16).padStart(4, "0");
      return text.slice(0, digits);
    },
  };
}

const WORDS = (
  "the a of and to in is it that for as with on this when from but which has by are be or an kettle valve boiler " +
  "sensor element water steam temperature reading value file test passes because parser returns before after line " +
  "handler retries until queue empties logs configuration default timeout seconds connection pool request module " +
  "response header status body stream buffer chunk offset index cache entry expires refresh lock released twice " +
  "branch commit review section table column query schema migration field type interface function argument option " +
  "client server socket thread worker process signal event listener callback promise builder template layout route " +
  "session token user role project folder path name version release note draft summary report figure chart"
).split(" ");

/** What stands outside of ASCII in a fifth of real lines: dashes, arrows, boxes, quotation marks, other scripts. */
const MARKS = ["—", "→", "✓", "│", "“quoted”", "naïve", "Größe", "温度", "🫖"];

/** Sentences of at least `length` code units. */
export function prose(dice: Dice, length: number, marks: boolean): string {
  let text = "";
  while (text.length < length) {
    const words = 6 + dice.below(14);
    for (let i = 0; i < words; i++) text += `${i === 0 ? "" : " "}${dice.pick(WORDS)}`;
    if (marks && dice.below(4) === 0) text += ` ${dice.pick(MARKS)}`;
    text += dice.below(6) === 0 ? ".\n\n" : ". ";
  }
  return text;
}

/** Lines of code, numbered as an agent's file reader prints them, of at least `length` code units. */
export function code(dice: Dice, length: number, marks: boolean): string {
  let text = "";
  for (let line = 1; text.length < length; line++) {
    const [a, b, c] = [dice.pick(WORDS), dice.pick(WORDS), dice.pick(WORDS)];
    const indent = "  ".repeat(1 + dice.below(4));
    const statement = dice.pick([
      `const ${a}_${b} = read${c}("${a}/${b}.ts", { ${c}: ${dice.below(1000)} });`,
      `if (${a}.${b} === undefined || ${c} > ${dice.below(100)}) return \`\${${b}} ${c}\`;`,
      `export function ${a}${b}(${c}: string): Promise<Map<string, ${a}>> {`,
      `// ${a} ${b} ${c} ${dice.pick(WORDS)} ${dice.pick(WORDS)} ${marks ? dice.pick(MARKS) : dice.pick(WORDS)}`,
      `at ${a} (/srv/kettle/lib/${b}/${c}.ts:${dice.below(400)}:${dice.below(80)})`,
      "}",
    ]);
    text += `${String(line).padStart(6)}\t${indent}${statement}\n`;
  }
  return text;
}

/** A shell command as agents run them: a look around, a check, a commit. */
export function command(dice: Dice): string {
  const file = `lib/${dice.pick(WORDS)}/${dice.pick(WORDS)}.ts`;
  const word = dice.pick(WORDS);
  return dice.pick([
    `cat ${file}`,
    `sed -n '${dice.below(90)},${90 + dice.below(90)}p' ${file}`,
    `rg -n "${word}" lib tests | head -${10 + dice.below(40)}`,
    `ls -la lib/${word} && git status --short`,
    `git diff --stat && git log --oneline | head -5`,
    `deno test ${file.replace(".ts", "_test.ts")} 2>&1 | tail -40`,
    `cd /srv/kettle && deno task test`,
    "npm run lint && npm run typecheck",
    `git add ${file} && git commit -m "Keep the ${word} ${dice.pick(WORDS)}"`,
    `python3 - <<'EOF'\nimport json\nprint(json.load(open("${word}.json"))["${dice.pick(WORDS)}"])\nEOF`,
  ]);
}
