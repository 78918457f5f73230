/**
 * The scenarios in which conversations with Claude Code are learned, or any. One worker runs them all (`tests/project_groups_test.ts` says why).
 *
 * @module
 */
import "../attraction_test.ts";
import "../claude_history_test.ts";
import "../claude_memory_test.ts";
import "../claude_report_map_test.ts";
import "../claude_reports_copies_test.ts";
import "../claude_reports_damage_test.ts";
import "../claude_reports_sessions_test.ts";
import "../claude_reports_typing_test.ts";
import "../hostile_transcript_test.ts";
import "../import_permissions_test.ts";
import "../import_test.ts";
import "../incremental_import_property_test.ts";
import "../incremental_import_test.ts";
import "../relearn_test.ts";
