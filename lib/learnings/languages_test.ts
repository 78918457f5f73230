import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { eventsOf, learningsOf } from "./conversation_test_support.ts";

/** The same talk: a request, a correction, an order for good, thanks. Rules know English phrases only. */
const TALKS: Readonly<Record<string, readonly string[]>> = {
  de: ["bau den Deckel ein", "nein, das ist falsch", "ab jetzt immer zuerst testen", "danke, das war alles"],
  fr: ["ajoute le couvercle", "non, c'est faux", "désormais, teste toujours d'abord", "merci, c'est tout"],
  es: ["añade la tapa", "no, eso está mal", "de ahora en adelante prueba siempre primero", "gracias, eso es todo"],
  pt: ["adicione a tampa", "não, está errado", "de agora em diante teste sempre primeiro", "obrigada, é tudo"],
  it: ["aggiungi il coperchio", "no, è sbagliato", "d'ora in poi prova sempre prima", "grazie, è tutto"],
  ja: ["蓋を追加して", "いいえ、違います", "今後は必ず先にテストして", "ありがとう、以上です"],
  zh: ["加上盖子", "不，这是错的", "以后总是先测试", "谢谢，就这些"],
  ko: ["뚜껑을 추가해", "아니, 틀렸어", "앞으로는 항상 먼저 테스트해", "고마워, 그게 다야"],
  ru: ["добавь крышку", "нет, это неверно", "впредь всегда сначала тестируй", "спасибо, это всё"],
  ar: ["أضف الغطاء", "لا، هذا خطأ", "من الآن فصاعدا اختبر أولا", "شكرا، هذا كل شيء"],
  hi: ["ढक्कन जोड़ो", "नहीं, यह गलत है", "अब से पहले परीक्षण करो", "धन्यवाद, बस इतना ही"],
};

for (const [language, talk] of Object.entries(TALKS)) {
  Deno.test(`rules make nothing of talk, and open loops of a task list, when they are ${language}`, () => {
    const [title = ""] = talk;
    const conversation = `${talk.flatMap((line) => [`U ${line}`, "A OK."]).join("\n")}\nL [ ] ${title}`;
    assertEquals(learningsOf(eventsOf(conversation)).map(({ rule, text }) => [rule, text]), [[
      "task-list.open",
      title,
    ]]);
  });
}

Deno.test("rules take any text, whoever said it, and give well-formed ones (property)", () => {
  const text = fc.string({ unit: "binary", maxLength: 300 }).map((one) => one.replaceAll("\n", "\\n"));
  const line = fc.tuple(fc.constantFrom("U", "A", "Q what => ", "R ls |", "P", "L [ ]", "$", "E"), text);
  fc.assert(fc.property(fc.array(line, { maxLength: 10 }), (lines) => {
    const events = eventsOf(["U hi", ...lines.map(([mark, said]) => `${mark} ${said}`)].join("\n"));
    for (const learning of learningsOf(events)) {
      assert(`${learning.text}${learning.quote ?? ""}`.isWellFormed());
      assert(learning.text !== "");
    }
  }));
});
