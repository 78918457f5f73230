/**
 * @module
 */

/**
 * Where the project is published: the one place that says it. `scripts/install.sh` and `scripts/install.ps1` say the same
 * (tested), since they are run alone.
 */
export const REPOSITORY = "https://github.com/imprint-hook/imprint-hook";
