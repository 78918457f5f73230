import { sampledTests } from "../faults/sampled_test_support.ts";
import { SCENARIOS } from "../faults/scenarios_test_support.ts";

sampledTests(SCENARIOS, 149);
