/**
 * What Windows makes of a file name, and how WSL writes Linux names that Windows can't have.
 *
 * @module
 */

// deno-lint-ignore no-control-regex -- Windows refuses control characters in names
const ILLEGAL = /[\x00-\x1f<>:"/\\|?*]/;
const DEVICE = /^(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[1-9\u00b9\u00b2\u00b3])$/i;

/**
 * True for a name that NTFS and SMB can hold.
 *
 * @param name one name
 * @returns false when it has a character that Windows forbids, or is empty, `.` or `..`
 */
export function isWindowsName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && !ILLEGAL.test(name);
}

/**
 * True for the names that open a device wherever they stand: `NUL`, `aux.txt`, `COM1` (naming-a-file in the Win32
 * documentation).
 *
 * @param name one name
 * @returns whether it is one
 */
export function isDeviceName(name: string): boolean {
  const dot = name.indexOf(".");
  return DEVICE.test(trimEnd(dot < 0 ? name : name.slice(0, dot), " "));
}

/**
 * A name without the dots and spaces at its end, which Windows drops unless the path starts with `\\?\`.
 *
 * @param name one name, neither `.` nor `..`
 * @returns the name that is opened; empty when nothing else is in it
 */
export function trimWindowsName(name: string): string {
  return trimEnd(name, ". ");
}

// By hand: a pattern for "these at the end" is quadratic on names made of dots.
function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

// deno-lint-ignore no-control-regex -- WSL escapes control characters
const ESCAPED_ON_DRIVES = /[\x01-\x1f"*:<>?\\|]/g;
// deno-lint-ignore no-control-regex -- WSL escapes control characters, except the tab
const ESCAPED_ON_SHARES = /[\x01-\x08\x0a-\x1f"*:<>?\\|]/g;
const ESCAPES = /[\uf001-\uf008\uf00a-\uf01f\uf022\uf02a\uf03a\uf03c\uf03e\uf03f\uf05c\uf07c]/g;

/**
 * The name on the Windows disk of a file that WSL calls `name`: U+F000 is added to what Windows forbids (WSL's
 * escape.cpp). The tab too: NTFS has no such name.
 *
 * @param name a Linux name on a drvfs mount
 * @returns the Windows name
 */
export function escapeForDrive(name: string): string {
  return name.replace(ESCAPED_ON_DRIVES, escapeUnit);
}

/**
 * How `\\wsl.localhost` shows a Linux name (WSL's escape.cpp leaves the tab).
 *
 * @param name a Linux name
 * @returns the name in the share
 */
export function escapeForShare(name: string): string {
  return name.replace(ESCAPED_ON_SHARES, escapeUnit);
}

/**
 * The Linux name of a file seen through `\\wsl.localhost`. Names on drives keep their escapes, because drvfs opens
 * them either way (WSL's wslpath tests).
 *
 * @param name a name in the share
 * @returns the Linux name
 */
export function unescapeFromShare(name: string): string {
  return name.replace(ESCAPES, (unit) => String.fromCharCode(unit.charCodeAt(0) - 0xf000));
}

function escapeUnit(unit: string): string {
  return String.fromCharCode(unit.charCodeAt(0) + 0xf000);
}
