/**
 * The scenarios in which a client calls. One worker runs them all (`tests/project_groups_test.ts` says why).
 *
 * @module
 */
import "../claude_hook_reports_test.ts";
import "../codex_hook_test.ts";
import "../hook_test.ts";
import "../session_start_test.ts";
import "../shared_claude_hook_test.ts";
