/**
 * The scenarios between Windows and WSL. One worker runs them all (`tests/project_groups_test.ts` says why).
 *
 * @module
 */
import "../bridge_calls_test.ts";
import "../bridge_test.ts";
import "../profile_from_windows_test.ts";
import "../profile_test.ts";
import "../windows_bridge_test.ts";
import "../windows_files_test.ts";
import "../windows_program_test.ts";
import "../windows_test.ts";
import "../wsl_reports_test.ts";
