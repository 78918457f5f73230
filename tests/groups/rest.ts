/**
 * The tests beside everything else in `lib`. One worker runs them all (`tests/project_groups_test.ts` says why).
 *
 * @module
 */
import "../../lib/bridge/envelope_test.ts";
import "../../lib/cli/browse/browse_test.ts";
import "../../lib/cli/config_edit/jsonc_edit_test.ts";
import "../../lib/cli/day_text_test.ts";
import "../../lib/cli/duration_test.ts";
import "../../lib/cli/edit_config_test.ts";
import "../../lib/cli/hook_home_test.ts";
import "../../lib/cli/keep_program_test.ts";
import "../../lib/cli/parse_arguments_test.ts";
import "../../lib/cli/project_column_test.ts";
import "../../lib/cli/place_sentence_test.ts";
import "../../lib/cli/program_command_test.ts";
import "../../lib/cli/promote_words_test.ts";
import "../../lib/cli/redact_deep_test.ts";
import "../../lib/cli/report/page_test.ts";
import "../../lib/cli/run_statistics_test.ts";
import "../../lib/cli/screen_test.ts";
import "../../lib/cli/search/segment_test.ts";
import "../../lib/cli/status_text_test.ts";
import "../../lib/cli/wrap_test.ts";
import "../../lib/cli/write_named_test.ts";
import "../../lib/exchange/builder_test.ts";
import "../../lib/exchange/joined_marks_test.ts";
import "../../lib/exchange/lineage_test.ts";
import "../../lib/exports/archive_test.ts";
import "../../lib/exports/elements_test.ts";
import "../../lib/payload/payload_bytes_test.ts";
import "../../lib/settings/own_command_test.ts";
import "../../lib/std/assert_test.ts";
import "../../lib/std/fs_test.ts";
import "../../lib/std/jsonc_test.ts";
