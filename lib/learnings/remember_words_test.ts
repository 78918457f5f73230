import { assertEquals } from "@std/assert";
import { wishIn } from "./remember_words.ts";

/** By language: lines and what they ask to remember. */
const WISHES: Readonly<Record<string, readonly (readonly [line: string, wish: string])[]>> = {
  en: [
    ["Remember: run the boil tests first", "run the boil tests first"],
    ["please remember this: no tabs", "no tabs"],
    ["Note to self: the lid is upside down", "the lid is upside down"],
  ],
  de: [
    ["Merk dir: keine Tabs", "keine Tabs"],
    ["Bitte merke dir: erst testen, dann committen", "erst testen, dann committen"],
    ["Zum Merken: der Deckel klemmt", "der Deckel klemmt"],
  ],
  fr: [
    ["Souviens-toi : jamais de tabulations", "jamais de tabulations"],
    ["S'il te plaît, retiens bien: les tests d'abord", "les tests d'abord"],
    ["À retenir : le capteur ment", "le capteur ment"],
  ],
  es: [
    ["Recuerda: nada de tabuladores", "nada de tabuladores"],
    ["por favor, ten en cuenta: primero las pruebas", "primero las pruebas"],
    ["Acuérdate: la tapa está al revés", "la tapa está al revés"],
  ],
  pt: [
    ["Lembre-se: sem tabulações", "sem tabulações"],
    ["por favor, guarde: testes primeiro", "testes primeiro"],
    ["Lembra-te: a tampa abre para trás", "a tampa abre para trás"],
  ],
  it: [
    ["Ricorda: niente tab", "niente tab"],
    ["per favore, tieni a mente: prima i test", "prima i test"],
    ["Da ricordare: il coperchio è al contrario", "il coperchio è al contrario"],
  ],
  ja: [
    ["覚えておいて：タブは使わない", "タブは使わない"],
    ["これを覚えてください: テストが先", "テストが先"],
    ["記憶して：蓋は逆", "蓋は逆"],
  ],
  zh: [
    ["记住：先运行测试", "先运行测试"],
    ["請記得：不要用 tab", "不要用 tab"],
    ["请记住: 先测试再提交", "先测试再提交"],
  ],
  ko: [
    ["기억해줘: 탭은 쓰지 마", "탭은 쓰지 마"],
    ["꼭 기억해 주세요: 테스트가 먼저", "테스트가 먼저"],
    ["이걸 기억해：뚜껑은 반대", "뚜껑은 반대"],
  ],
};

for (const [language, lines] of Object.entries(WISHES)) {
  Deno.test(`wishIn() gives what is to be remembered when the line is ${language}`, () => {
    for (const [line, wish] of lines) assertEquals(wishIn(line), wish, line);
  });
}

Deno.test("wishIn() gives nothing when nothing is asked to be remembered", () => {
  const lines = [
    ...["I remember: it was slow", "do you remember: was it x?", "remember", "remember:", "remember: 12 --", "x: y"],
    ...["Ich merke: das klemmt", "das merken: wozu?", "je me souviens : c'était lent", "no recuerdo: era azul"],
    ...["não me lembro: era azul", "mi ricordo: era blu", "私は覚えています", "你记住了：是吗", "기억나: 그때", "記得"],
    ...["erinnere dich: keine Tabs", "запомни: без табов", "تذكر: لا", "ज़रूर: हाँ", "จำไว้: ไม่"],
  ];
  for (const line of lines) assertEquals(wishIn(line), undefined, line);
});

Deno.test("wishIn() gives nothing when the wish only points at something said elsewhere", () => {
  const lines = [
    ...["Remember: see below", "remember: this!", "note to self: the following:", "remember: what I said"],
    ...["Merk dir: siehe unten", "retiens : voir ci-dessous", "recuerda: ver abajo", "lembre-se: veja abaixo"],
    ...["ricorda: quanto segue", "覚えておいて：以下の通り", "记住：见下", "기억해줘: 아래"],
  ];
  for (const line of lines) assertEquals(wishIn(line), undefined, line);
  const wishes = [
    "see docs/style.md",
    "this repository has no CI",
    "oben steht die Regel",
    "下の蓋は逆",
    "下午不要部署",
  ];
  for (const wish of wishes) assertEquals(wishIn(`remember: ${wish}`), wish);
});
