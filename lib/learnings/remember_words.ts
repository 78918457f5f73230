/**
 * "Remember: ..." in several languages. Each pattern takes a line and captures what is to be remembered; the colon is
 * what tells it from ordinary talk, a full-width one where such are written.
 *
 * @module
 */

/**
 * What stands in front of the wish: politeness, then the verb; alternatives of one language. And what only points at
 * something said elsewhere, and is no wish that stands alone.
 */
const LANGUAGES: readonly {
  readonly language: string;
  readonly verbs: readonly string[];
  readonly points: readonly string[];
}[] = [
  {
    language: "en",
    verbs: ["(?:please[ ,]+)?remember(?: this)?", "note to (?:self|claude|agent)", "for (?:the )?future reference"],
    points: [
      "(?:see |as |the )*(?:below|above|follow(?:s|ing)|attached|attachment|next (?:lines?|message))",
      "(?:all (?:of )?)?(?:this|that|it|these|those)",
      "what (?:i|we|you) (?:just )?(?:said|wrote|discussed|agreed)",
    ],
  },
  {
    language: "de",
    verbs: ["(?:bitte[ ,]+)?merke? dir(?: bitte)?", "(?:bitte[ ,]+)?merken", "zum merken"],
    points: ["(?:siehe |s\\. ?)?(?:unten|oben)", "das|dies(?:es)?|folgendes|das folgende|wie (?:folgt|oben|gesagt)"],
  },
  {
    language: "fr",
    verbs: ["(?:s'il te pla[iî]t[ ,]+)?(?:souviens-toi|rappelle-toi|retiens|[àa] retenir)(?: bien)?"],
    points: ["(?:voir |vois )?(?:ci-dess(?:o)?us|plus (?:bas|haut))", "[çc]a|ceci|cela|ce qui suit"],
  },
  {
    language: "es",
    verbs: ["(?:por favor[ ,]+)?(?:recuerda|acu[ée]rdate|ten en cuenta|para recordar)"],
    points: ["(?:ver |mira )?(?:m[áa]s )?(?:abajo|arriba)", "esto|eso|lo (?:siguiente|anterior)"],
  },
  {
    language: "pt",
    verbs: ["(?:por favor[ ,]+)?(?:lembre-se|lembra-te|lembrar|guarde|para lembrar)"],
    points: ["(?:ver |veja |vide )?(?:abaixo|acima)", "ist?o|isso|o seguinte"],
  },
  {
    language: "it",
    verbs: ["(?:per favore[ ,]+)?(?:ricorda(?:ti)?|da ricordare|tieni a mente)"],
    points: ["(?:vedi )?(?:sotto|sopra)", "questo|quello|ci[òo]|quanto segue"],
  },
  {
    language: "ja",
    verbs: [
      "(?:これを|次のことを|以下を)?(?:覚えて(?:おいて)?(?:ください|下さい|ね)?|記憶して(?:おいて)?(?:ください|下さい)?)",
    ],
    points: ["(?:以下|下記|上記|次|これ|それ)(?:を参照|の通り|のとおり|を見て|のこと)?"],
  },
  {
    language: "zh",
    verbs: ["(?:请|請)?(?:记住|記住|记得|記得|牢记|牢記)"],
    points: ["(?:见|見|看|如)?(?:下面?|上面?|以下|以上|这个?|這個?)(?:内容|內容)?"],
  },
  {
    language: "ko",
    verbs: ["(?:꼭 |이걸 |이것을 )?기억해(?: ?(?:줘|주세요|둬|두세요))?"],
    points: ["(?:아래|위|다음|이것|이거|그것)(?:를?을? ?(?:참고|참조|봐|보세요))?"],
  },
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
 * wishIn("Remember: see below"); // undefined
 * ```
 */
export function wishIn(line: string): string | undefined {
  if (!line.includes(":") && !line.includes("\uff1a")) return undefined;
  for (const pattern of patternsByLanguage()) {
    const wish = pattern.exec(line)?.[1]?.trim();
    if (wish !== undefined && hasWord(wish) && wish.length <= LONGEST_WISH && !pointing().test(wish)) return wish;
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

/** Takes a wish that is nothing but a pointer, in any of the languages: whoever points may mix them. */
function pointing(): RegExp {
  return pointers ??= new RegExp(`^(?:${LANGUAGES.flatMap(({ points }) => points).join("|")})[\\s.,:;!…。：！]*$`, "i");
}

let pointers: RegExp | undefined;
