/**
 * The name of temporary files, apart from what makes them, as pure code looks for what a killed run left.
 *
 * @module
 */

/** Ends the name of every temporary file. */
export const TEMPORARY_SUFFIX = ".imprint-tmp";
