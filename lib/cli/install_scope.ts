/**
 * Whose settings `install` and `uninstall` are about.
 *
 * @module
 */
import { UsageError } from "../errors.ts";
import { INSTALL_SCOPES, type Installer, type InstallScope } from "../installer.ts";
import type { ParsedArguments } from "./command.ts";

/**
 * The scope that the options name.
 *
 * @returns undefined when they name none
 * @throws {UsageError} when they name several, or one that the client does not have
 */
export function chosenScope(
  command: string,
  { name, title, scopes }: Pick<Installer, "name" | "title" | "scopes">,
  args: Pick<ParsedArguments, "flag">,
): InstallScope | undefined {
  const [scope, other] = INSTALL_SCOPES.filter((each) => args.flag(each));
  if (scope === undefined) return undefined;
  if (other !== undefined) {
    throw new UsageError(`${command} ${name}: --${scope} and --${other} exclude each other; give one of them`);
  }
  if (scopes.includes(scope)) return scope;
  const known = scopes.map((each) => `--${each}`).join(", ");
  throw new UsageError(`${command} ${name}: ${title} has no --${scope} settings; there is ${known}`);
}
