/**
 * The tests beside the rules of learning. One worker runs them all (`tests/project_groups_test.ts` says why).
 *
 * @module
 */
import "../../lib/learnings/choice_pair_test.ts";
import "../../lib/learnings/consolidate_test.ts";
import "../../lib/learnings/context_line_test.ts";
import "../../lib/learnings/cues_test.ts";
import "../../lib/learnings/engine_test.ts";
import "../../lib/learnings/languages_test.ts";
import "../../lib/learnings/own_sentences_test.ts";
import "../../lib/learnings/phrases_test.ts";
import "../../lib/learnings/redact_event_test.ts";
import "../../lib/learnings/redaction/assignments_test.ts";
import "../../lib/learnings/redaction/command_lines_test.ts";
import "../../lib/learnings/redaction/headers_test.ts";
import "../../lib/learnings/redaction/linear_time_test.ts";
import "../../lib/learnings/redaction/ordinary_texts_test.ts";
import "../../lib/learnings/redaction/private_blocks_test.ts";
import "../../lib/learnings/redaction/private_keys_test.ts";
import "../../lib/learnings/redaction/provider_tokens_test.ts";
import "../../lib/learnings/redaction/redactor_test.ts";
import "../../lib/learnings/redaction/secret_names_test.ts";
import "../../lib/learnings/redaction/secret_values_test.ts";
import "../../lib/learnings/redaction/secretlint_oracle_test.ts";
import "../../lib/learnings/redaction/spans_test.ts";
import "../../lib/learnings/redaction/urls_test.ts";
import "../../lib/learnings/redaction/user_words_test.ts";
import "../../lib/learnings/remember_words_test.ts";
import "../../lib/learnings/rule_examples_test.ts";
import "../../lib/learnings/sources_property_test.ts";
