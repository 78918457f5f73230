/**
 * A habitat's session that a person named.
 *
 * @module
 */
import { InputError } from "../../errors.ts";
import type { Product } from "../../import/product.ts";
import { escapeControls as visible } from "../../io/escape_controls.ts";
import { resolveHabitatSession, type SessionHandle } from "../../record/session_handle.ts";
import { absolutePath } from "../setup.ts";

/**
 * A habitat's session by its directory.
 *
 * @throws {InputError} when it is none
 */
export function habitatSession({ files }: Pick<Product, "files">, typed: string): SessionHandle {
  const directory = absolutePath(typed);
  if (files.stat(directory)?.isDirectory !== true) {
    throw new InputError(
      `no session in "${visible(directory)}": there is no such directory; name one with --session-dir`,
    );
  }
  return resolveHabitatSession(files, directory);
}
