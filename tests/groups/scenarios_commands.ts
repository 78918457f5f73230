/**
 * The scenarios of the other commands. One worker runs them all (`tests/project_groups_test.ts` says why).
 *
 * @module
 */
import "../doctor_test.ts";
import "../explain_test.ts";
import "../extract_command_test.ts";
import "../forget_outdated_test.ts";
import "../forget_test.ts";
import "../list_test.ts";
import "../one_project_test.ts";
import "../redact_test.ts";
import "../done_test.ts";
import "../retain_test.ts";
import "../search_index_test.ts";
import "../search_test.ts";
