/**
 * Examples and counter-examples of every rule, as data. A counter-example is what a reader would take for one and is none.
 *
 * @module
 */

/** A conversation, and the text that the rule keeps of it; given wherever words are cut off or put together. */
export type Found = readonly [conversation: string, text: string];

/** What a rule finds and what it must not find; small conversations, see `conversation_test_support.ts`. */
export interface RuleExamples {
  readonly finds: readonly (string | Found)[];
  readonly leaves: readonly string[];
}

/** By rule id. */
export const RULE_EXAMPLES: Readonly<Record<string, RuleExamples>> = {
  "refusal.reason": {
    finds: [
      "U plan it\nR git add plan.md | don't check plans in",
      "U look it up\nR psql prod | never query production, use the replica",
      "U plan it\nP keep it to one page and use the existing chart instead of a new library",
      ["U go\nR git push --force | no force pushes ever", "no force pushes ever (refused: git push --force)"],
      ["U go\nR npm i left-pad | No new dependencies please", "No new dependencies please (refused: npm i left-pad)"],
      ["U go\nR npm i left-pad | no, never add packages", "never add packages (refused: npm i left-pad)"],
    ],
    leaves: [
      "U plan it\nR git add plan.md | why?",
      "U go\nR rm -rf build | wait, not yet",
      "U go\nR make | can we use the other target?",
      "U go\nR make |",
      "U go\nR git commit -am x | I'll do that myself",
      "U go\nR psql -f m.sql | use the other file first",
      "U go\nR psql -f m.sql | you never asked me about the tables",
      "U go\nR psql -f m.sql | no, I prefer option 2",
      "U go\nR psql -f m.sql | I'd rather you didn't",
      "U go\nR psql -f m.sql | you always drop my indexes like that",
      "U go\nR psql -f m.sql | we never agreed on such a table",
    ],
  },
  "dialog.decision": {
    finds: [
      "U build\nQ Where should settings live? => In the browser",
      "U build\nQ Which theme is the default? => Dark (Recommended)",
    ],
    leaves: [
      "U build\nQ Should I proceed with the migration? => Yes, go ahead",
      "U build\nQ Which theme is the default? => what are the options?",
      "U build\nQ Where should settings live? => not now",
      "U build\nQ Which files should I commit? => All of them",
    ],
  },
  "dialog.preference": {
    finds: ["U tidy\nQ These two files are untracked. What about them? => Leave them alone"],
    leaves: [
      "U tidy\nQ Which theme is the default? => Dark",
      "U tidy\nQ What about them? => can you leave them?",
    ],
  },
  "task-list.open": {
    finds: ["U go\nL [x] Draw the form | [ ] Save a recipe"],
    leaves: ["U go\nL [x] Draw the form | [x] Save a recipe", "U go\nL [ ] One | [ ] Two\nL [x] One"],
  },
  "task-list.further": {
    finds: ["U go\nL [x] One | [ ] Two | [ ] Three | [~] Four | [ ] Five | [ ] Six | [ ] Seven | [ ] Eight"],
    leaves: [
      "U go\nL [x] One | [x] Two | [ ] Three | [~] Four | [ ] Five | [ ] Six | [ ] Seven | [ ] Eight",
      "U go\nL [ ] One | [ ] Two | [ ] Three | [ ] Four | [ ] Five | [ ] Six | [ ] Seven\nL [x] One | [x] Two",
    ],
  },
  "task-list.stale": {
    finds: ["U go\nL [ ] Save a recipe\nU next\nA Done.\nU and now?\nA Also done."],
    leaves: ["U go\nL [ ] Save a recipe\nU next\nA Done.", "U go\nL [x] Save a recipe\nU next\nA a\nU more\nA b"],
  },
  "command.repair": {
    finds: [
      "U go\n$ go build -o ./kettle ./cmd/...\n! go: cannot write multiple packages to ./kettle\n$ go build -o ./kettle ./cmd/main.go",
    ],
    leaves: [
      "U go\n$ make test\n! FAIL cup_count\n$ make test",
      "U go\n$ go build ./...\n! unknown import path\nE main.go\n$ go build ./cmd",
      "U go\n$ gh pr merge 3 --squash\n! permission denied\n$ gh pr view 3 --json state",
      "U go\n$ ls nowhere\n! no such file\n$ cat README",
    ],
  },
  "procedure.repeated": {
    finds: [
      "U a\n$ make fmt && make lint && make test\nU b\n$ make fmt && make lint && make test\nU c\n$ make fmt && make lint && make test\nU d",
    ],
    leaves: [
      "U a\n$ make fmt && make lint && make test\nU b\n$ make fmt && make lint && make test\nU c",
      "U a\n$ git add -A && git commit -m x && git push\nU b\n$ git add -A && git commit -m x && git push\nU c\n$ git add -A && git commit -m x && git push\nU d",
      "U a\n$ make fmt && make lint && make test\n$ make fmt && make lint && make test\n$ make fmt && make lint && make test\nU b",
    ],
  },
  "procedure.release": {
    finds: [
      "U release\n$ ./deploy.sh --tag 1\n$ ./smoke.sh\nU again\n$ ./deploy.sh --tag 2\n$ ./smoke.sh\nU thanks",
    ],
    leaves: [
      "U release\n$ ./deploy.sh --tag 1\n$ ./smoke.sh\nU thanks",
      "U release\n$ ./deploy.sh --tag 1\n$ ./smoke.sh\n! FAIL\nU again\n$ ./deploy.sh --tag 2\n$ ./smoke.sh\nU ok",
    ],
  },
  "open-end.unanswered": {
    finds: ["U hi\nA Hello.\nU write the missing tests for the router"],
    leaves: [
      "U write the tests\nA Done.",
      "U write the tests\nA Done.\nU thanks, that's all",
      "U write the tests\nA Done.\nU commit",
      "U write the tests\nA Done.\nU push it!",
      "U write the tests\nA Starting.\nU write the tests\nX",
      "U /clear",
    ],
  },
  "open-end.unfinished": {
    finds: ["U split the importer\nA I'll begin with the reader.\n$ wc -l import.ts"],
    leaves: [
      "U split the importer\nA I'll begin.\n$ wc -l import.ts\nA It is split.",
      "U split the importer\nA I'll begin.\n$ wc -l import.ts\nX",
    ],
  },
  "open-end.plan": {
    finds: ["U plan the backup\nA The plan is ready.\nP"],
    leaves: [
      "U plan the backup\nA The plan is ready.\nP\nA What should I change?",
      "U plan the backup\nP\nU do it by hand instead\nA Done.",
    ],
  },
  "open-end.question": {
    finds: ["U add a favicon\nA It is in. Should I also generate the PNG sizes for older browsers?"],
    leaves: [
      "U add a favicon\nA It is in. Anything else?",
      "U add a favicon\nA Which one?\nU the blue one\nA Done.",
      "U add a favicon\nA It is in. Does that help?",
    ],
  },
  "open-end.postponed": {
    finds: [
      "U export it\nA Done. Would you like me to build the import as well?\nU can we test the export first\n$ make export",
    ],
    leaves: [
      "U export it\nA Done. Would you like me to build the import as well?\nU yes\n$ make import",
      "U export it\nA Done.\nU can we test the export first\n$ make export",
    ],
  },
  "open-end.passed-over": {
    finds: [
      "U clean the tray\nA Cleaned. Want me to write the drip test as well?\nU which sensor sits below the spout?\nA The float switch.",
      "U clean the tray\nA Cleaned. Would you like to tag the release?\nU which sensor sits below the spout?",
    ],
    leaves: [
      "U clean the tray\nA Cleaned. Want me to write the drip test as well?\nU yes please\nA Written.",
      "U clean the tray\nA Cleaned. Want me to write the drip test as well?\nU no, the drip tray is tested by hand\nA Fine.",
      "U clean the tray\nA Cleaned. Want me to write the drip test as well?\nU which sensor sits below the spout?\nA The float switch; the drip test is written as well.",
      "U clean the tray\nA Cleaned. Want me to continue?\nU which sensor sits below the spout?\nA The float switch.",
      "U clean the tray\nA Cleaned. What else is there?\nU which sensor sits below the spout?\nA The float switch.",
      "U a\nA Want me to write the drip test?\nU which sensor is it now?\nA A float switch.\nU and the spout itself?\nA Steel.",
    ],
  },
  "open-end.unconfirmed": {
    finds: ["U it fails: Error: EADDRINUSE 8080\nA I changed the port to 8081; please try again."],
    leaves: [
      "U it fails: Error: EADDRINUSE 8080\nA I changed the port.\nU works\nA Good.",
      "U add a page\nA Added; try it and let me know how you like it.",
    ],
  },
  "open-end.waiting": {
    finds: ["U open a PR\n$ gh pr create\nA Opened PR #41; it is ready for review."],
    leaves: ["U open a PR\nA PR #41 was merged.", "U is it ready for review?\nA Yes.\nU merge it\nA Merged."],
  },
  "preference.explicit": {
    finds: ["Remember: run the boil tests first", "merk dir: keine Tabs", "记住：先运行测试", "Ricorda: niente tab"],
    leaves: [
      "do you remember: was it the lid?",
      "> remember: no tabs",
      "I remember: it was slow",
      "remember:",
      "記得",
      "remember: see below",
    ],
  },
  "wish.from-now-on": {
    finds: [
      "From now on use two spaces.",
      "going forward, please squash the commits",
      "Next time, ask me before you merge.",
      ["no commits without asking me from now on", "no commits without asking me from now on"],
      ["right-align numbers in tables from now on", "right-align numbers in tables from now on"],
      ["ok, no. from now on use tabs", "from now on use tabs"],
      "from now on write commit messages in English",
      "from now on no emojis",
      "from now on we have to squash the commits",
      "from now on the commit message must name the ticket",
      "the build is slow, from now on use the cache",
      "going forward, no more than 80 columns",
    ],
    leaves: [
      "In the future we might need a queue.",
      "from now on?",
      "will this be supported in the future?",
      "the cursor moves from now on the left",
      "from now on the endpoint returns 204",
      "from now on this is called Basket",
      "the job runs at 6 from now on",
      "going forward we have two servers",
      "users can log in with a key from now on",
    ],
  },
  "wish.remember": {
    finds: [
      ["and remember that I'd rather keep one file per rule", "remember that I'd rather keep one file per rule"],
      ["please remember to always quote paths", "remember to always quote paths"],
      [
        "no deploys on Fridays, remember that we have nobody on call",
        "no deploys on Fridays, remember that we have nobody on call",
      ],
    ],
    leaves: [
      "remember when this broke?",
      "I can't remember that we agreed on it",
      "remember to push when you are done",
    ],
  },
  "habit.ask-first": {
    finds: [
      [
        "ok go ahead, but ask me before you run anything against the queue",
        "go ahead, but ask me before you run anything against the queue",
      ],
      "no new package without asking me",
      "check with me first when a schema changes",
    ],
    leaves: [
      "you pushed it without asking me",
      "why did you do that without telling me",
      "Bob said to ask me before lunch",
      "ask me anything",
    ],
  },
  "habit.before": {
    finds: ["run the linter before you show me anything", [
      "please wait for the pipeline before you call it done",
      "wait for the pipeline before you call it done",
    ]],
    leaves: [
      "run the tests before lunch",
      "run it before you commit",
      "check the pump before winter",
      "for now run the tests before you push",
    ],
  },
  "habit.whenever": {
    finds: [
      "whenever you touch the recipe schema also regenerate the client",
      "every time we add a sensor, update the table in docs/sensors.md",
    ],
    leaves: [
      "whenever we click the kettle the page scrolls",
      "every time you start it the light blinks",
      "whenever you like",
    ],
  },
  "habit.when-you": {
    finds: [
      "give me a link when you claim something about a protocol",
      "add a test when you fix a bug",
      "table first, prose after, whenever you report a measurement",
    ],
    leaves: ["tell me when you are done", "show me the diff when you change it", "what happens if you add a cup?"],
  },
  "habit.as-ever": {
    finds: ["for the record: early returns, no nested ifs", [
      "Thanks, works. For the future: squash before you push",
      "For the future: squash before you push",
    ]],
    leaves: ["same as last time", "is there a house rule?"],
  },
  "habit.assistant": {
    finds: [
      "dont apologise so much",
      ["please don't summarise what you did at the end", "don't summarise what you did at the end"],
      "one question at a time",
      "I don't want you to push",
    ],
    leaves: ["don't guess the password of this box today", "I don't want you to push this", "stop the kettle"],
  },
  "habit.none-of": {
    finds: ["no magic numbers inside handlers", "no globals outside of main", "no new singletons, ever"],
    leaves: [
      "no changes in the footer",
      "no errors in production",
      "no results without the index",
      "no problem",
      "no kettles in this list",
      "there are no kettles in stock",
    ],
  },
  "habit.please-none": {
    finds: [["please no one-letter names", "no one-letter names"]],
    leaves: ["please no changes here", "please no more questions", "please no tables in this section"],
  },
  "habit.off-limits": {
    finds: ["the generated/ folder is off limits", "don't touch vendor/, it is a subtree"],
    leaves: ["don't touch the button", "don't touch lib/ yet", "don't edit docs/ , only change the readme"],
  },
  "habit.we-do-not": {
    finds: [
      ["nah, we don't do barrel files. import from the module", "nah, we don't do barrel files."],
      "we do not mock databases",
    ],
    leaves: ["we don't use that", "we don't have tests", "we don't use redis anymore", "we don't want accounts in it"],
  },
  "habit.strict": {
    finds: ["we're strict about unused parameters", "I won't accept literals inside of components"],
    leaves: ["I won't accept that", "the parser is strict about commas"],
  },
  "habit.over": {
    finds: ["pathlib over os.path please", "I want signals over polling wherever that works"],
    leaves: [
      "move the label over the image please",
      "it took over an hour",
      "loop over the cups please",
      "the kettle boils over",
    ],
  },
  "habit.every": {
    finds: [
      "each bug fix needs a test that fails without it",
      "all migrations have to be reversible",
      "every commit must build",
    ],
    leaves: ["every commit in this list needs a date", "all functions must be in the table", "each cup needs a handle"],
  },
  "habit.written": {
    finds: [
      "commit messages in english please",
      "keep commit subjects imperative and under 50 chars",
      "log messages are lower case without a full stop",
    ],
    leaves: [
      "rename the json keys in snake_case",
      "why are the comments in german?",
      "translate the error messages in english",
      "the answers in this file are in english",
    ],
  },
  "habit.stop-please": {
    finds: ["can you please stop adding comments that repeat the code", "could you stop creating summary files?"],
    leaves: ["can you stop showing the popup?", "could you stop the server?", "can you stop doing that?"],
  },
  "habit.agree": {
    finds: [
      "could we agree that you show a plan first for large changes?",
      "can you please always add a changelog line?",
    ],
    leaves: ["can we agree on this one?", "could you add a line?"],
  },
  "habit.project": {
    finds: [
      "icon buttons need a label in this app",
      "around here branches are named after the ticket",
      "we use named exports in this repo",
      "dates are written out, as everywhere else",
    ],
    leaves: [
      "the header in this app must stay visible",
      "find what we use in this project",
      "there should be a bug in this service",
      "what do we use in this repo?",
    ],
  },
  "habit.unless-asked": {
    finds: [
      "run just the unit tests unless I ask for everything",
      "please keep to what I asked for",
      "commit when I say so",
    ],
    leaves: ["it hangs unless I restart it", "if I ask the server it answers"],
  },
  "habit.enough-of": {
    finds: [
      "please stop with the apologies",
      "spare me the recaps",
      "not a fan of snapshot tests",
      "can you get in the habit of adding a changelog line?",
    ],
    leaves: ["drop the table", "not a fan of this one", "skip the first row"],
  },
  "habit.never-by-hand": {
    finds: ["the lock file is never edited by hand", "breaking a public name is off the table"],
    leaves: ["I edited it by hand", "is it updated manually?"],
  },
  "habit.answer-me": {
    finds: ["just keep answering me in English", "could you keep your answers shorter?"],
    leaves: ["answer me", "keep your answers in the table"],
  },
  "habit.myself": {
    finds: ["I do the commits myself", "you may plan, apply is mine"],
    leaves: ["I did it myself", "the kettle is mine"],
  },
  "wish.rather": {
    finds: [
      "I'd rather have one big file than five small ones",
      "I prefer small functions",
      "I prefer it when you ask first",
      "I prefer that we squash",
      "we prefer one class a file",
      "I'd rather you didn't push without asking",
      "I prefer version numbers in the file name",
      ["so we prefer early returns in this layer", "we prefer early returns in this layer"],
      ["no semicolons, I prefer the standard style", "no semicolons, I prefer the standard style"],
      ["no-op migrations are noise, I prefer squashing them", "no-op migrations are noise, I prefer squashing them"],
    ],
    leaves: [
      "would you rather use a map?",
      "I would rather not know",
      "Bob says he prefers tabs",
      "for now I'd rather keep it",
      "the tests prefer a fast disk",
      "I prefer option 2",
      "I prefer the second one",
      "I prefer your version",
      "I prefer it like before",
      "we prefer it that way",
      "we'd rather go with A",
      "I would rather keep it as is",
      "I'd rather do it tomorrow",
      "I'd rather you didn't",
      "I'd prefer to wait",
      "I'd rather wait for the review",
      "I'd rather not do that now",
      "my preference is the first option, please",
    ],
  },
  "wish.instead": {
    finds: [
      "let's use pnpm instead of npm for the dashboard",
      "Use the replica, not the primary",
      "use 4 spaces instead of 2",
      "use node 24 instead of 22",
      "write commit messages in English, not German",
      "put tests beside the code, not in a folder",
      "run the tests in the container instead of locally",
      "use a line width of 100 instead of 80",
    ],
    leaves: [
      "use this instead of that",
      "can we use pnpm instead of npm?",
      "use the second one instead of the first",
      "put the label left instead of right here",
      "put the button on the left, not on the right",
      "put the save button below the list, not above",
      'write "Save" instead of "Submit"',
      'use "foo" instead of "bar" in line 3',
      "use port 8081 instead of 8080",
      "use 12px, not 10px",
      "call the variable total instead of sum",
      "name the branch fix/footer, not footer-fix",
      "run the slow tests, not the fast ones",
    ],
  },
  "wish.always-never": {
    finds: [
      "Always ask before you touch the tables.",
      "never push straight to main",
      "you should always sign the tags",
      [
        "no mocks in tests, we always use the real database",
        "no mocks in tests, we always use the real database",
      ],
      ["no need to always run the tests", "no need to always run the tests"],
      "we never mock the database in tests",
      "we always need two reviews, so never merge your own branch",
      "make sure you always run the linter",
      "I want that you always run the linter",
      "make sure that you never skip the tests",
      "you must never commit secrets",
      "I want you to run the linter and always show its output",
      "if you touch the schema and the seed, always run the generator",
      "I never want to see force pushes",
      "we always embed the fonts",
      ["well-formed output, and always two spaces please", "well-formed output, and always two spaces please"],
      ["no... always use tabs", "always use tabs"],
    ],
    leaves: [
      "it never works on the old kettle",
      "why does it always fail?",
      "never mind",
      "I've always wondered about that",
      "the docs say to always wait",
      "as always, great work",
      "error: never reached",
      "we used to always sign them",
      "you never run the tests before saying it works",
      "you always forget the types",
      "and you just always add too many comments",
      "it seems that you always skip the tests",
      "you never read the docs first, do you",
      "you never answered my question",
      "you always add comments, never tests",
      "you claim that it works and never run the tests",
      "we never shipped that feature",
      "never deployed it",
      "we always struggled with that",
      "we never agreed on a format",
      "we never built it on Windows",
      "we always get timeouts there",
      "I always use vim myself",
      "I never commit on Fridays",
    ],
  },
  "wish.unless": {
    finds: ["Don't rename public functions unless I ask for it.", "do not install anything without asking me"],
    leaves: [
      "don't worry unless it grows",
      "I don't know what happens without it",
      "don't push it yet without the tag, for now",
      "you never ask, you push without telling me",
    ],
  },
  "wish.only-asked": {
    finds: ["only change what I asked for", "please only commit when I say so"],
    leaves: ["only change the header", "he said only commit when I asked", "why does it only fix what I ask?"],
  },
  "wish.instructions": {
    finds: ["add a rule to AGENTS.md about generated headers", "we can enforce the branch name in CLAUDE.md"],
    leaves: ["there is a typo in AGENTS.md", "add a table of contents to AGENTS.md", "what does CLAUDE.md say?"],
  },
  "wish.in-this-project": {
    finds: ["In this repo we write comments in English", "our convention is to prefix private names"],
    leaves: ["in this repo we have a bug", "what is our convention for names?", "in this project the tests are slow"],
  },
  "wish.manner": {
    finds: [
      "That's too verbose.",
      "be concise",
      ["no emojis please, and no jargon", "no emojis please, and no jargon"],
      ["No more emojis.", "No more emojis."],
      ["please no emojis", "no emojis"],
      ["No, no emojis!", "no emojis!"],
      ["Explain briefly.", "Explain briefly."],
    ],
    leaves: [
      "this function is too long",
      "is --verbose too noisy?",
      "I'd like to explain the issue briefly first",
      "make the title short",
    ],
  },
  "wish.first-before": {
    finds: ["We should first agree on a design before writing code.", "ask me before you push"],
    leaves: ["what happened before you pushed?", "it worked before you merged", "run the tests before lunch"],
  },
  "wish.stick-to": {
    finds: ["can we stick to the workflow of review after each step?", "please follow our conventions"],
    leaves: ["does the lid stick to the base?", "follow the link in the ticket", "stick to the first one for now"],
  },
  "wish.style": {
    finds: [
      "any chance we can use british spelling?",
      "could you please use our naming conventions?",
      "can we write the commit messages in english",
    ],
    leaves: [
      "can we use this naming?",
      "is british spelling supported?",
      "can you use the units here?",
      "can we use double quotes in this file?",
      "why did you use british spelling?",
      "can we use metric units for now?",
    ],
  },
  "wish.stop-doing": {
    finds: [
      "stop adding comments to every line",
      "don't ever touch the generated files",
      "don't keep adding comments",
      "stop showing me the full diff",
      "stop editing the lockfile by hand",
      "stop opening a pull request for every typo",
      "stop returning null from parsers",
    ],
    leaves: [
      "stop the dev server",
      "stop",
      "please stop running the build",
      "why does it stop working?",
      "stop showing the popup on mobile",
      "stop sending the cookie to the CDN",
      "don't keep the old file",
      "don't ever change",
    ],
  },
  "wish.not-such": {
    finds: ["please don't add comments that repeat the code", "avoid magic numbers", "don't use mocks"],
    leaves: [
      "don't add the comments yet",
      "don't use this flag",
      "why don't we use mocks?",
      "don't write files to the old folder for now",
    ],
  },
  "wish.when": {
    finds: [
      "when you are unsure about a name, ask me",
      "if in doubt, leave it out",
      "whenever you touch the schema, run the generator",
      "when you open a pull request, use the template",
      "whenever you want to add a package, ask me",
    ],
    leaves: [
      "when you are done, tell me",
      "when we met, she told me",
      "what do we do when you are unsure?",
      "when we click save, use the new endpoint",
      "when you open the settings page, use the cached list",
      "whenever you open the modal, the page scrolls, stop that",
      "whenever you see fit, use the helper",
    ],
  },
  "wish.shout": {
    finds: ["also WRITE TESTS for it", "DO NOT TOUCH the tables"],
    leaves: ["set DEBUG USE_TLS", "is it GET or POST?", "the NEVER type", "YOU NEVER RUN THE TESTS"],
  },
  "correction.admitted": {
    finds: [
      "U how?\nA Use --fast.\nU where do you get --fast from?\nA I made that up; there is no such flag.",
      "U why?\nA The driver is at fault.\nU fix it\nE a.c\nA I have to correct myself: the driver is fine, the relay is welded.",
    ],
    leaves: [
      "U add it\nE a.c\nA I accidentally included the wrong header, fixing that.",
      "U check\nA Let me check that nothing landed in the wrong directory.",
      "U go\nA The docs were wrong about the port.",
      "U go\nA An error on my side would show up in the log.",
      "U go\nA Done.\nU That's not what I asked.\nA Sorry, I misread it. Fixed.",
    ],
  },
  "correction.pair": {
    finds: [
      "U push\nA Pushed to main.\nU that's not the right branch\nA You're right, it belongs on release; I'll move it there.",
      "U limit it\nA I'll count in memory.\nU that won't work, we run four instances\nA You're right, it must be shared. Redis it is.",
      [
        "U migrate\n$ make\nA Done.\nU no migrations were run on staging, you broke it again\nA You are right, I skipped them. Running them now.",
        "no migrations were run on staging, you broke it again \u2192 You are right, I skipped them. Running them now.",
      ],
      [
        "U print it\nA Done.\nU That's not what I asked.\nA You're right, I wrote an array. Fixed: one object a line.",
        "That's not what I asked. \u2192 You're right, I wrote an array. Fixed: one object a line.",
      ],
      [
        "U move it\nA Done.\nU You broke prod again!!\nA You're right, I dropped the health route. It is back.",
        "You broke prod again!! \u2192 You're right, I dropped the health route. It is back.",
      ],
      [
        "U parse it\nA Done.\nU No, that's wrong. The parser must keep comments.\nA You're right. Fixed.",
        "that's wrong. The parser must keep comments. \u2192 You're right. Fixed.",
      ],
    ],
    leaves: [
      "U go\nA Cached.\nU maybe batch the writes too\nA You're right, batching fits.",
      "U go\nA Done.\nU is it not used?\nA It is used in two places.",
      "U go\nA Done.\nU why do you ask?\nA You're right to ask; I wanted to be sure.",
      "U go\nA Done.\nU That isn't right.\nA You're absolutely right! Let me take another look at it.",
      "U go\nA Done.\nU That's not what I asked.\nA Sorry about that. Which file do you mean?",
      "U go\nA Done.\nU we do have a check for it already, right?\nA Yes, in lid.c. Let me look.\nA You're right! There are two.",
    ],
  },
  "correction.said": {
    finds: [
      "U deepen the checks\nE a.ts\nA Done.\nU what I actually meant are the tests in e2e",
      "U resume it\nA Type /continue.\nU there isn't a /continue command but it is used with -c",
      [
        "U print it\nA Done.\nU That's not what I asked. I said JSON lines, not a JSON array.\nA You're right. Fixed.",
        "That's not what I asked. I said JSON lines, not a JSON array.",
      ],
      [
        "U print it\nA Done.\nU That is not what I asked for! I wanted a list.\nA You're right, I returned a set.",
        "That is not what I asked for! I wanted a list.",
      ],
      [
        "U move it\nA Done.\nU You broke prod again!! The health check has to stay at /health.\nA Rolling back.",
        "You broke prod again!! The health check has to stay at /health.",
      ],
      ["U print it\nA Done.\nU It is one array. That's not what I asked.", "It is one array. That's not what I asked."],
      ["U go\nA Done.\nU so that's an ancient linker", "that's an ancient linker"],
      ["U go\nA Done.\nU you forgot the tests", "you forgot the tests"],
    ],
    leaves: [
      "U go\nA Shall I use the lid?\nU no, it is fine as it is now",
      "U what I actually meant is the header",
      "U go\nA Done.\nU no worries",
      "U go\nA Done.\nU there is no test for it, but we need one",
      "U print it\nA Done.\nU That's not what I asked.\nA You're right, I wrote an array.",
      "U print it\nA Done.\nU That's not what I meant! Try again.\nA Sorry.",
      "U move it\nA Done.\nU You broke prod again!!\nA Rolling back.",
      "U move it\nA Done.\nU you misunderstood me",
    ],
  },
  "correction.stopped": {
    finds: [
      "U clean up\nA I'll delete the vendored code.\nX\nU those are patched?\nA I see, they carry patches. I'll leave them.",
    ],
    leaves: [
      "U clean up\nA I'll begin.\nX\nU sorry, wrong window\nA No problem.",
      "U clean up\nA I'll begin.\nU those are patched?\nA I see, thanks.",
    ],
  },
  "correction.same-error": {
    finds: [
      'U build it\nA Fixed! The issue was the old linker, which says "undefined symbol boil_start". Try again now.\nU make: error: undefined symbol boil_start',
    ],
    leaves: [
      'U build it\nA Fixed! The issue was the old linker, which says "undefined symbol boil_start". Try again now.\nU works',
      'U build it\nA Fixed! The issue was the old linker, which says "undefined symbol boil_start". Try again now.\nU make: error: disk full',
      'U build it\nA The issue was the old linker, which says "undefined symbol boil_start". Shall I look?\nU error: undefined symbol boil_start',
      "U build it\nA Fixed! Try again now.\nU error: undefined symbol boil_start",
    ],
  },
  "decision.settled": {
    finds: ["we decided on MQTT", "the format is settled already", "we've agreed not to store mails", [
      "no caching here, that is settled already",
      "no caching here, that is settled already",
    ]],
    leaves: ["is it settled?", "once that is settled, tell me", "nothing is decided yet unless we agreed on it"],
  },
  "decision.identity": {
    finds: ["my github user is teapot-mira", "my timezone is UTC+2"],
    leaves: ["my name is missing in the list", "what is my user name?", "my shell is broken"],
  },
  "decision.where": {
    finds: ["the deployment scripts live in the infra repo", "config is in settings.py"],
    leaves: [
      "the bug is in the config",
      "is the config in git?",
      "the log is in /tmp/a.log",
      "the config is wrong in prod",
    ],
  },
  "decision.want-not": {
    finds: ["U a\nA Which storage?\nU we don't want accounts in it", "we explicitly don't want a database"],
    leaves: ["don't we want accounts?", "I don't want to wait for it", "U a\nA Done.\nU we don't want it now, maybe"],
  },
  "decision.want": {
    finds: ["U a\nA Which kind of agent?\nU we want the agent to drive the browser itself"],
    leaves: [
      "U a\nA Done.\nU we want a button there",
      "do we want this?",
      "U a\nA What next?\nU I don't know if we want tabs at all",
    ],
  },
  "decision.should": {
    finds: ["i think we should only have one list view", "U a\nA Java 17 or 21?\nU then we should use Java 17"],
    leaves: ["should we use Java 17?", "we should do a commit as well", "U a\nA Done.\nU we should look at the log"],
  },
  "decision.needs-to-be": {
    finds: ["U a\nA Any adjustments?\nU the model needs to be configurable"],
    leaves: [
      "U a\nA Done.\nU the button must be blue",
      "U a\nA Which?\nU this needs to be fixed",
      "does it need to be blue?",
    ],
  },
  "decision.requirement": {
    finds: ["U a\nA Split it?\nU we also need to make sure old clients work, as that broke last time"],
    leaves: ["we need to make sure it works", "U a\nA Done.\nU need to make sure as soon as possible"],
  },
  "decision.like-others": {
    finds: ["U a\nA Follow or gate?\nU the Dockerfile follows the derived value, like we do for other components"],
    leaves: [
      "do it like we do for the others",
      "U a\nA Which?\nU use it like the other ones",
      "why isn't it like the other pages?",
    ],
  },
  "decision.keep-in-mind": {
    finds: [
      "keep in mind that the kettle loses power when lifted",
      "note that the loader reads slot one only",
      ["no cache please, keep in mind that memory is tight", "no cache please, keep in mind that memory is tight"],
    ],
    leaves: ["what did you have in mind?", "keep it in mind", "did you note that it failed?"],
  },
  "decision.fyi": {
    finds: ["fyi the staging database is reset every night"],
    leaves: ["fyi I'm out", "fyi?", "heads up, I just pushed it"],
  },
  "decision.model": {
    finds: ["so in my head, a checkpoint is a commit plus its notes"],
    leaves: ["what do you have in mind?", "it is not in my head"],
  },
  "decision.observed": {
    finds: ["I've found that the tare drifts when the lid is open", "turns out the scale needs ten seconds"],
    leaves: ["I found a bug", "I found that comment", "did it turn out that it leaks?"],
  },
  "decision.reason": {
    finds: ["hashes change on a rebase, that's why we use the trailer"],
    leaves: ["is that why we use it?", "that's why", "maybe the cache is stale, that's why we see it"],
  },
  "decision.accepted": {
    finds: ["U a\nA Want me to fix this edge case?\nU I think this is fine because it would only add noise"],
    leaves: ["this is fine", "U a\nA Done.\nU that's fine", "is it fine because it is small?"],
  },
  "decision.newer": {
    finds: ["since your knowledge cutoff, version 5 has become available"],
    leaves: ["what is your knowledge cutoff?", "the cutoff is 98 degrees"],
  },
  "decision.option": {
    finds: ["U a\nA A) Keep them in files\\nB) Keep them in a table\\n\\nWhich do you prefer?\nU B)"],
    leaves: [
      "U a\nA A) Continue with tests\\nB) Commit this batch\\n\\nWhich one?\nU B",
      "U a\nA Which do you prefer?\nU B",
      "U a\nA 1. Red\\n2. Blue\\n\\nWhich one?\nU 2 tests fail",
    ],
  },
  "decision.recorded": {
    finds: [
      "row numbers change when it is compacted. can you add that to AGENTS.md?",
      ["No usar la cach\u00e9 en producci\u00f3n. add that to AGENTS.md", "No usar la cach\u00e9 en producci\u00f3n."],
    ],
    leaves: [
      "add this to AGENTS.md",
      "is it long? add that to CLAUDE.md",
      "row numbers change. add a title to AGENTS.md",
    ],
  },
  "deferral.later": {
    finds: ["U a\nA Add paging?\nU let's leave that for a later release", "we'll tackle the index in a separate PR", [
      "no retries in the payment client, leave that for later",
      "no retries in the payment client, leave that for later",
    ]],
    leaves: [
      "will need that for other pages later",
      "can we do that later?",
      "in case we need it later keep it",
      "see you later",
    ],
  },
  "deferral.ticket": {
    finds: ["U open an issue for the encoder\nA Created: #212 Export drops umlauts."],
    leaves: [
      "U is there an issue about it?\nA Yes, #198.",
      "U open an issue\nA Which repository?",
      "U go\nA Created issue handling.",
    ],
  },
  "statement.confirmed": {
    finds: [
      "U in standby the kettle keeps its clock but drops the recipe, right?\nA Exactly. The recipe lives in memory only.",
      "U lid open and heater on => cut the power?\nA Correct, the guard in the driver does that.",
      [
        "U so the two probes share one bus and one address each, yeah?\n$ cat bus.c\nA Let me look.\nA That's right.",
        "the two probes share one bus and one address each.",
      ],
      [
        "U no auth is needed on the health endpoint, right?\nA Exactly. The load balancer calls it without a token.",
        "no auth is needed on the health endpoint.",
      ],
    ],
    leaves: [
      "U in standby the kettle keeps its clock but drops the recipe, right?\nA Yes, it does.",
      "U in standby the kettle keeps its clock but drops the recipe, right?\nA You're right to ask, let me check.",
      "U in standby the kettle keeps its clock but drops the recipe, right?\nA Exactly, but only on battery.",
      "U in standby the kettle keeps its clock but drops the recipe, right?\nA Correct.\nA I was wrong: in standby the kettle keeps the recipe as well.",
      "U that's what the driver does with the lid sensor, right?\nA Exactly.",
      "U you pushed the change to the release branch, right?\nA Exactly.",
      "U the tests of the lid driver are done now, right?\nA Exactly.",
      "U does the kettle keep its clock in standby?\nA Exactly, it does.",
      "U the table of sensor addresses in the wiki is not correct?\nA Exactly. It lists the old ones.",
      "U we do have some checks for them, right?\nA You're right, there are two.",
      "U the flag is called --quick in the kettle tool, right?\nA You're right, I made that up.",
    ],
  },
  "root-cause.confirmed": {
    finds: [
      "U a\nA Found it! The pull-up on GPIO 4 is disabled by the boot code, so the pin floats.\nE a.c\nU it works now!",
    ],
    leaves: [
      "U a\nA The root cause is the refresh rate of the display, I set it to 60 Hz.\nU still flickers",
      "U a\nA The root cause is probably the refresh rate of the display.\nU it works now",
      "U a\nA The root cause is the refresh rate of the display, I set it to 60 Hz.\nU what is that?\nA Hertz.",
      "U a\nA Found it! The pull-up is disabled by the boot code, so the pin floats.\nU works\nA ok\nU still no\nA Hm.",
    ],
  },
  "root-cause.verified": {
    finds: [
      "U a\n$ make\nA It works! The fix was setting LIBRARY_PATH to /opt/kettle/lib, as the laptop has no system library.\nU ok write it down",
    ],
    leaves: [
      "U a\nA It works! The fix was setting LIBRARY_PATH to /opt/kettle/lib, as there is no system library.\nU ok",
      "U a\n$ make\nA It works! The fix was setting LIBRARY_PATH to /opt/kettle/lib for now.\nU no, same error",
    ],
  },
};
