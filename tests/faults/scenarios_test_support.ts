/**
 * Everything that a fault may interrupt.
 *
 * @module
 */
import { BORDER_SCENARIOS } from "./border_scenarios_test_support.ts";
import { CLIENT_SCENARIOS } from "./client_scenarios_test_support.ts";
import { LEARN_SCENARIOS } from "./learn_scenarios_test_support.ts";
import type { Scenario } from "./scenario_test_support.ts";
import { TYPED_SCENARIOS } from "./typed_scenarios_test_support.ts";

/** Each hook, `learn` in each of its forms, each command. */
export const SCENARIOS: readonly Scenario[] = [
  ...LEARN_SCENARIOS,
  ...CLIENT_SCENARIOS,
  ...TYPED_SCENARIOS,
  ...BORDER_SCENARIOS,
];
