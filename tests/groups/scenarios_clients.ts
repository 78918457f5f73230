/**
 * The scenarios in which conversations with other clients, and exports, are learned. One worker runs them all (`tests/project_groups_test.ts` says why).
 *
 * @module
 */
import "../client_directories_test.ts";
import "../cline_hook_test.ts";
import "../copilot_hook_test.ts";
import "../learn_after_hook_test.ts";
import "../cline_import_test.ts";
import "../codex_import_test.ts";
import "../codex_reports_test.ts";
import "../copilot_import_test.ts";
import "../corpus_import_test.ts";
import "../cursor_databases_test.ts";
import "../cursor_editor_test.ts";
import "../cursor_import_test.ts";
import "../export_import_test.ts";
import "../export_reports_test.ts";
import "../exports_import_test.ts";
import "../extract_test.ts";
import "../gemini_import_test.ts";
import "../moved_project_test.ts";
import "../ownership_import_test.ts";
import "../rewritten_replies_test.ts";
