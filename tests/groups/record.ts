/**
 * The tests beside the store and ownership. One worker runs them all (`tests/project_groups_test.ts` says why).
 *
 * @module
 */
import "../../lib/import/await_write_test.ts";
import "../../lib/ownership/decide_property_test.ts";
import "../../lib/ownership/facts_test.ts";
import "../../lib/ownership/git_text_test.ts";
import "../../lib/ownership/memory_owner_test.ts";
import "../../lib/ownership/opt_out_test.ts";
import "../../lib/ownership/overlaps_test.ts";
import "../../lib/ownership/ownership_cases_test.ts";
import "../../lib/ownership/pauses_test.ts";
import "../../lib/ownership/policy_test.ts";
import "../../lib/ownership/read_config_test.ts";
import "../../lib/ownership/unanswered_test.ts";
import "../../lib/ownership/workspace_name_test.ts";
import "../../lib/record/compaction_test.ts";
import "../../lib/record/cut_pastes_test.ts";
import "../../lib/record/exchange_rows_test.ts";
import "../../lib/record/forgotten_cuts_test.ts";
import "../../lib/record/forgotten_replies_test.ts";
import "../../lib/record/heartbeats_test.ts";
import "../../lib/record/ids_test.ts";
import "../../lib/record/introspection_test.ts";
import "../../lib/record/kept_data_test.ts";
import "../../lib/record/layout_test.ts";
import "../../lib/record/learning_key_test.ts";
import "../../lib/record/learnings_file_store_test.ts";
import "../../lib/record/learnings_store_test.ts";
import "../../lib/record/made_directory_test.ts";
import "../../lib/record/meta_test.ts";
import "../../lib/record/positions_test.ts";
import "../../lib/record/prepare_directory_test.ts";
import "../../lib/record/question_twins_test.ts";
import "../../lib/record/read_exchanges_test.ts";
import "../../lib/record/remove_text_test.ts";
import "../../lib/record/row_files_test.ts";
import "../../lib/record/seal_test.ts";
import "../../lib/record/seen_test.ts";
import "../../lib/record/session_handle_test.ts";
import "../../lib/record/session_store_test.ts";
import "../../lib/record/session_tools_test.ts";
import "../../lib/record/text_chunks_test.ts";
import "../../lib/record/time_zones_test.ts";
import "../../lib/record/transcript_messages_test.ts";
import "../../lib/record/transcript_segments_test.ts";
