/**
 * An invented set of exchanges and questions with known answers: each topic is one exchange among many about similar
 * things, and is asked for in other words than it was told in.
 *
 * @module
 */

/** One exchange, and queries that have to find it among the first five rows. */
export interface Topic {
  readonly asked: string;
  readonly answered: string;
  readonly queries: readonly string[];
}

/** 50 of them in English, 10 in others. */
export const TOPICS: readonly Topic[] = [
  {
    asked: "why does the kettle boil dry when nobody is in the kitchen?",
    answered: "The float sensor sends null after a restart, so the heater never stops.",
    queries: ["kettle boils dry", "float sensor null"],
  },
  {
    asked: "let's cache the water temperature for ten seconds",
    answered: "Added a small cache with an expiry of ten seconds in temperature.ts.",
    queries: ["temperature cache expiry", "caching water temperatures"],
  },
  {
    asked: "the build fails on Windows because of backslashes in paths",
    answered: "Normalised separators before comparing; drive letters are upper case now.",
    queries: ["windows backslash build failure", "drive letters upper case"],
  },
  {
    asked: "please add a retry with exponential backoff to the telemetry upload",
    answered: "uploadTelemetry retries five times, doubling the delay up to thirty seconds.",
    queries: ["telemetry retry backoff", "uploadTelemetry delay"],
  },
  {
    asked: "which port does the admin page listen on?",
    answered: "It listens on 8443, with a self-signed certificate in development.",
    queries: ["admin page port", "self-signed certificate development"],
  },
  {
    asked: "we want dates stored as UTC and shown in local time",
    answered: "Timestamps are ISO strings in UTC; formatLocal renders them.",
    queries: ["store dates UTC show local", "formatLocal timestamps"],
  },
  {
    asked: "the login page flashes white before the dark theme loads",
    answered: "The theme is now set by an inline script before first paint.",
    queries: ["dark theme white flash login", "inline script first paint"],
  },
  {
    asked: "rename the column brewed_at to finished_at everywhere",
    answered: "Migration 0042 renames the column, the model follows.",
    queries: ["rename brewed_at column", "migration 0042"],
  },
  {
    asked: "how do I run only the integration tests?",
    answered: "Use deno task test:integration; they need the emulator.",
    queries: ["run integration tests only", "tests need emulator"],
  },
  {
    asked: "memory grows by 100 MB every hour in the worker",
    answered: "An event listener was added on each reconnect and never removed.",
    queries: ["worker memory leak", "listener never removed reconnect"],
  },
  {
    asked: "use pnpm here, not npm",
    answered: "Switched the lock file and the scripts to pnpm.",
    queries: ["pnpm instead of npm", "lock file pnpm"],
  },
  {
    asked: "the PDF invoice has the wrong VAT for Austria",
    answered: "Austria uses 20 percent; the table had 19.",
    queries: ["invoice VAT Austria", "austria 20 percent"],
  },
  {
    asked: "can the samovar report its humidity too?",
    answered: "Firmware 3.2 exposes humidity over the same characteristic.",
    queries: ["samovar humidity firmware", "humidity characteristic"],
  },
  {
    asked: "explain the deadlock between the importer and the indexer",
    answered: "Both take the folder lock and the index lock in different order.",
    queries: ["deadlock importer indexer", "locks in different order"],
  },
  {
    asked: "make the CLI exit with 64 on wrong usage",
    answered: "UsageError maps to exit status 64 now.",
    queries: ["exit status 64 usage", "UsageError exit code"],
  },
  {
    asked: "the staging deployment hangs at database migrations",
    answered: "A long running transaction held the schema lock; it was the report job.",
    queries: ["staging deploy hangs migration", "report job schema lock"],
  },
  {
    asked: "translate the error messages to French",
    answered: "Added fr.json with 120 messages; plural forms use ICU.",
    queries: ["french error messages", "ICU plural fr.json"],
  },
  {
    asked: "why is the search box slow while typing?",
    answered: "Every key press queried the server; it is debounced by 150 ms now.",
    queries: ["slow typing search box", "debounce key press"],
  },
  {
    asked: "the teapot icon is blurry on retina screens",
    answered: "Exported the SVG and removed the PNG sprites.",
    queries: ["blurry teapot icon retina", "svg png sprites"],
  },
  {
    asked: "who may delete a recipe?",
    answered: "Owners and editors; viewers get 403.",
    queries: ["permission to delete recipes", "viewers 403"],
  },
  {
    asked: "the nightly backup did not run on Sunday",
    answered: "The cron expression excluded day 0; both 0 and 7 mean Sunday.",
    queries: ["nightly backup sunday cron", "cron day 0"],
  },
  {
    asked: "upgrade zod to version 4",
    answered: "Replaced the deprecated string helpers and the error map.",
    queries: ["zod 4 upgrade", "deprecated error map"],
  },
  {
    asked: "the websocket closes after sixty seconds of silence",
    answered: "The proxy drops idle connections; a ping every 25 seconds keeps it open.",
    queries: ["websocket closes idle", "ping 25 seconds proxy"],
  },
  {
    asked: "let's write the changelog by hand, no generated one",
    answered: "Removed the generator, CHANGELOG.md says what users can see.",
    queries: ["changelog by hand", "removed changelog generator"],
  },
  {
    asked: "the steam pressure reading is negative sometimes",
    answered: "The sixteen bit value was read as signed; it is unsigned.",
    queries: ["negative pressure reading", "sixteen bit unsigned"],
  },
  {
    asked: "Die Datenbankverbindung bricht nach dem Standby ab",
    answered: "Der Verbindungspool wird nach dem Aufwachen neu aufgebaut.",
    queries: ["Verbindung Datenbank Standby"],
  },
  {
    asked: "Bitte die Rechnungsnummern fortlaufend vergeben",
    answered: "Die Vergabe l\u00e4uft \u00fcber eine Sequenz in der Datenbank.",
    queries: ["Rechnungsnummer fortlaufend"],
  },
  {
    asked:
      "\u304a\u8336\u306e\u6e29\u5ea6\u304c\u8868\u793a\u3055\u308c\u306a\u3044\u306e\u306f\u306a\u305c\u3067\u3059\u304b",
    answered: "\u30bb\u30f3\u30b5\u30fc\u306e\u63a5\u7d9a\u304c\u5207\u308c\u3066\u3044\u307e\u3057\u305f\u3002",
    queries: ["\u6e29\u5ea6 \u8868\u793a"],
  },
  {
    asked:
      "\u30ed\u30b0\u30a4\u30f3\u753b\u9762\u306e\u30d1\u30b9\u30ef\u30fc\u30c9\u518d\u8a2d\u5b9a\u3092\u8ffd\u52a0\u3057\u3066",
    answered: "\u518d\u8a2d\u5b9a\u306e\u30ea\u30f3\u30af\u3092\u8ffd\u52a0\u3057\u307e\u3057\u305f\u3002",
    queries: ["\uff8a\uff9f\uff7d\uff9c\uff70\uff84\uff9e\u518d\u8a2d\u5b9a"],
  },
  {
    asked: "\u6570\u636e\u5e93\u8fc1\u79fb\u5931\u8d25\u4e86",
    answered: "\u5916\u952e\u7ea6\u675f\u7684\u987a\u5e8f\u4e0d\u5bf9\u3002",
    queries: ["\u8fc1\u79fb\u5931\u8d25"],
  },
  {
    asked: "\u8bf7\u628a\u7f13\u5b58\u65f6\u95f4\u6539\u6210\u5341\u5206\u949f",
    answered: "\u5df2\u7ecf\u6539\u4e86\u3002",
    queries: ["\u7f13\u5b58"],
  },
  {
    asked: "\u0130stanbul sunucusunda \u0131s\u0131t\u0131c\u0131 neden kapan\u0131yor?",
    answered: "Sigorta att\u0131\u011f\u0131 i\u00e7in.",
    queries: ["ISTANBUL isitici"],
  },
  {
    asked: "Gizlilik ilkesi sayfas\u0131n\u0131 yay\u0131mla",
    answered: "Yay\u0131mland\u0131.",
    queries: ["G\u0130ZL\u0130L\u0130K"],
  },
  {
    asked:
      "\u0644\u0645\u0627\u0630\u0627 \u062a\u0645\u062a\u0644\u0626 \u0627\u0644\u0630\u0627\u0643\u0631\u0629 \u0639\u0646\u062f \u0627\u0644\u062a\u0635\u062f\u064a\u0631\u061f",
    answered: "\u0644\u0623\u0646 \u0627\u0644\u0645\u0644\u0641 \u064a\u064f\u0642\u0631\u0623 \u0643\u0644\u0647.",
    queries: ["\u0630\u0627\u0643\u0631\u0629 \u062a\u0635\u062f\u064a\u0631"],
  },
  {
    asked:
      "\u0623\u0636\u0641 \u0632\u0631 \u0627\u0644\u0637\u0628\u0627\u0639\u0629 \u0625\u0644\u0649 \u0627\u0644\u0635\u0641\u062d\u0629",
    answered: "\u062a\u0645\u062a \u0627\u0644\u0625\u0636\u0627\u0641\u0629.",
    queries: ["\u0632\u0631 \u0637\u0628\u0627\u0639\u0629"],
  },
];

/** Talk about similar things, so that a single word of a query finds many rows. */
export function noise(count: number): readonly { readonly asked: string; readonly answered: string }[] {
  const things = [
    "kettle",
    "teapot",
    "samovar",
    "database",
    "login page",
    "build",
    "worker",
    "backup",
    "invoice",
    "cache",
  ];
  const verbs = ["check", "rename", "describe", "test", "move", "log", "format", "document", "deploy", "review"];
  const ends = ["again", "for the release", "in the admin page", "on staging", "with the new port", "before Sunday"];
  return Array.from({ length: count }, (_, n) => {
    const [thing, verb, end] = [things[n % 10], verbs[Math.floor(n / 10) % 10], ends[Math.floor(n / 100) % 6]];
    return {
      asked: `please ${verb} the ${thing} ${end}, number ${n}`,
      answered: `I did ${verb} the ${thing} ${end}. The temperature, the errors and the tests look as before.`,
    };
  });
}
