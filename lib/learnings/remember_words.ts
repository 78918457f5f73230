/**
 * "Remember: ..." in several languages. Each pattern takes a line and captures what is to be remembered; the colon is
 * what tells it from ordinary talk, a full-width one where such are written.
 *
 * @module
 */

/** What stands in front of the wish: politeness, then the verb; alternatives of one language. */
const LANGUAGES: readonly { readonly language: string; readonly verbs: readonly string[] }[] = [
  {
    language: "en",
    verbs: ["(?:please[ ,]+)?remember(?: this)?", "note to (?:self|claude|agent)", "for (?:the )?future reference"],
  },
  { language: "de", verbs: ["(?:bitte[ ,]+)?merke? dir(?: bitte)?", "(?:bitte[ ,]+)?merken", "zum merken"] },
  { language: "fr", verbs: ["(?:s'il te pla[iî]t[ ,]+)?(?:souviens-toi|rappelle-toi|retiens|[àa] retenir)(?: bien)?"] },
  { language: "es", verbs: ["(?:por favor[ ,]+)?(?:recuerda|acu[ée]rdate|ten en cuenta|para recordar)"] },
  { language: "pt", verbs: ["(?:por favor[ ,]+)?(?:lembre-se|lembra-te|lembrar|guarde|para lembrar)"] },
  { language: "it", verbs: ["(?:per favore[ ,]+)?(?:ricorda(?:ti)?|da ricordare|tieni a mente)"] },
  {
    language: "ja",
    verbs: [
      "(?:これを|次のことを|以下を)?(?:覚えて(?:おいて)?(?:ください|下さい|ね)?|記憶して(?:おいて)?(?:ください|下さい)?)",
    ],
  },
  { language: "zh", verbs: ["(?:请|請)?(?:记住|記住|记得|記得|牢记|牢記)"] },
  { language: "ko", verbs: ["(?:꼭 |이걸 |이것을 )?기억해(?: ?(?:줘|주세요|둬|두세요))?"] },
];

/** Longest wish, in UTF-16 code units. */
const LONGEST_WISH = 500;

/**
 * What a line asks to remember.
 *
 * @param line of the user's own words
 * @returns undefined when it asks nothing of the kind
 * @example
 * ```ts
 * import { wishIn } from "./remember_words.ts";
 * wishIn("Merk dir: keine Tabs"); // "keine Tabs"
 * wishIn("I remember: it was slow"); // undefined
 * ```
 */
export function wishIn(line: string): string | undefined {
  if (!line.includes(":") && !line.includes("\uff1a")) return undefined;
  for (const pattern of patternsByLanguage()) {
    const wish = pattern.exec(line)?.[1]?.trim();
    if (wish !== undefined && hasWord(wish) && wish.length <= LONGEST_WISH) return wish;
  }
  return undefined;
}

/** A letter of any language: it has two cases, or lies beyond Latin. `\p{L}` would cost start-up time. */
function hasWord(text: string): boolean {
  return text.toLowerCase() !== text.toUpperCase() || /[\u0370-\uffdc]/.test(text);
}

/** One pattern a language; made when they are first wanted. */
function patternsByLanguage(): readonly RegExp[] {
  return patterns ??= LANGUAGES.map(({ verbs }) =>
    new RegExp(`^[ \\t]{0,3}(?:${verbs.join("|")})[ \\t]?[:：][ \\t]*(\\S.*)$`, "i")
  );
}

let patterns: readonly RegExp[] | undefined;
