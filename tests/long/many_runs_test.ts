/**
 * Tests that try only a part at every change, here with all of it.
 *
 * @module
 */
import "./many_runs_test_support.ts";
import "../../lib/jsonl/elide_test.ts";
import "../../lib/learnings/redaction/linear_time_test.ts";
import "../../lib/learnings/redaction/redactor_test.ts";
import "../../lib/ownership/decide_property_test.ts";
import "../../lib/paths/properties_test.ts";
import "../bridge_calls_test.ts";
import "../scenario_test.ts";
