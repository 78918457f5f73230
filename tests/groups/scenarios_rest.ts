/**
 * The other scenarios. One worker runs them all (`tests/project_groups_test.ts` says why).
 *
 * @module
 */
import "../breaker_test.ts";
import "../every_store_test.ts";
import "../hostile_repository_test.ts";
import "../launcher_test.ts";
import "../scenario_test.ts";
import "../share_in_git_test.ts";
import "../spool_test.ts";
import "../time_limit_test.ts";
