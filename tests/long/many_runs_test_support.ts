/**
 * Says that everything is to be tried as often as it can be; imported before the tests.
 *
 * @module
 */
import "../runs_test_support.ts";

globalThis.imprintManyRuns = true;
