/**
 * The tests of the project itself, of what is built of it, and on other systems. One worker runs them all (`tests/project_groups_test.ts` says why).
 *
 * @module
 */
import "../build_test.ts";
import "../client_contract_test.ts";
import "../clients/claude_answers_test.ts";
import "../clients/claude_context_test.ts";
import "../clients/claude_environment_test.ts";
import "../clients/claude_print_test.ts";
import "../clients/claude_terminal_test.ts";
import "../clients/claude_turns_test.ts";
import "../clients/cline_print_test.ts";
import "../clients/cline_terminal_test.ts";
import "../clients/codex_exec_test.ts";
import "../clients/codex_terminal_test.ts";
import "../clients/copilot_print_test.ts";
import "../clients/copilot_terminal_test.ts";
import "../clients/export_queries_test.ts";
import "../clients/gemini_print_test.ts";
import "../clients/gemini_terminal_test.ts";
import "../code_page_test.ts";
import "../doc_examples_test.ts";
import "../faults_test.ts";
import "../fuzz_test.ts";
import "../install_script_test.ts";
import "../licenses_test.ts";
import "../package_test.ts";
import "../page/report_page_test.ts";
import "../project_ci_test.ts";
import "../project_clients_test.ts";
import "../project_docs_test.ts";
import "../project_doors_test.ts";
import "../project_eager_test.ts";
import "../project_groups_test.ts";
import "../project_jsr_test.ts";
import "../project_layers_test.ts";
import "../project_lock_test.ts";
import "../project_own_names_test.ts";
import "../project_packages_test.ts";
import "../project_speech_test.ts";
import "../project_tasks_test.ts";
import "../project_top_level_test.ts";
import "../project_workflows_test.ts";
import "../record_readme_test.ts";
