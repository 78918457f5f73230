import { claudeTest, tail } from "./claude_test_support.ts";
import { answerTo } from "./model_script_test_support.ts";
import { pause, until } from "./terminal_test_support.ts";
import { assertLearned } from "./told_test_support.ts";

const DOWN = "\x1b[B";
const ENTER = "\r";
const TAB = "\t";

claudeTest("answers to the assistant's question and reasons of a refusal are the user's", async (machine) => {
  const kettle = machine.trusted("kettle");
  const session = await machine.session({ cwd: kettle, args: ["--permission-mode", "default"] });
  const write = (tag: string) => `make ${tag} [[write ${kettle}/${tag}.txt]]`;
  const stops = () => machine.heartbeats().filter((beat) => beat["event"] === "Stop").length;
  const asked = async (text: string) => {
    // Words on the screen stand where the cursor was sent, not behind one space.
    const isShown = () => session.screen().replace(/\s+/g, " ").includes(text);
    await until(`the dialog with "${text}"`, isShown, { explain: () => tail(session.screen()) });
    await pause(1500);
  };
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) {
      await session.keys(key);
      await pause(500);
    }
  };
  try {
    await session.line("choose kettle-01 [[ask Which tea do you want?]]");
    await asked("Black tea");
    await press(DOWN, ENTER);
    await until("the turn with the answer", () => stops() === 1, { explain: () => tail(session.screen()) });

    await session.line(write("kettle-02"));
    await asked("create kettle-02.txt");
    await press(DOWN, DOWN, TAB, "never write files here", ENTER);
    await until("the turn with the reason", () => stops() === 2, { explain: () => tail(session.screen()) });

    await session.line(write("kettle-03"));
    await asked("create kettle-03.txt");
    await press(DOWN, DOWN, ENTER);
    await session.turn("ask me first, kettle-04");
    await session.exit();
  } finally {
    await session.end(0);
  }
  assertLearned(machine, kettle, [
    {
      question: "choose kettle-01 [[ask Which tea do you want?]]",
      answers: [answerTo("tea")],
      userAnswers: [["question", "Black"]],
    },
    {
      question: write("kettle-02"),
      answers: [answerTo("tea")],
      userAnswers: [["refusal", "never write files here"]],
    },
    { question: write("kettle-03"), answers: [], evidence: ["interrupt"] },
    { question: "ask me first, kettle-04", answers: [answerTo("kettle-04")] },
  ]);
}, { terminal: true });
