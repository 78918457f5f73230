/**
 * The scenarios of what a terminal shows, of sessions and of workspaces. One worker runs them all (`tests/project_groups_test.ts` says why).
 *
 * @module
 */
import "../command_messages_test.ts";
import "../session_times_test.ts";
import "../sessions_browse_test.ts";
import "../sessions_commands_test.ts";
import "../store_versions_test.ts";
import "../workspace_commands_test.ts";
import "../workspace_root_add_test.ts";
