/**
 * Times and ids as people read them. Stored times are UTC; shown ones are local.
 *
 * @module
 */

/** Shown length of an id; enough to name one of a project's rows. */
const SHORT = 8;

/** The first characters of an id, which `show` takes. */
export function shortId(id: string): string {
  return id.slice(0, SHORT);
}

/**
 * As much of each id as tells it from the others. Ids that begin with a time (Cline's, Codex's) share their first
 * characters with those of the same day.
 *
 * @param ids every id that somebody may name
 */
export function shortIds(ids: readonly string[]): (id: string) => string {
  const sorted = [...new Set(ids)].sort();
  let length = SHORT;
  for (const [index, id] of sorted.entries()) {
    const next = sorted[index + 1] ?? "";
    let same = 0;
    while (same < id.length && id[same] === next[same]) same++;
    length = Math.max(length, same + 1);
  }
  return (id) => id.slice(0, length);
}

/** The local day of an ISO time, `2026-10-26`; empty when there is none. */
export function dayOf(at: string | null): string {
  const date = at === null || at === "" ? undefined : new Date(at);
  if (date === undefined || Number.isNaN(date.getTime())) return "";
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The local day and minute of an ISO time; empty when there is none. */
export function minuteOf(at: string | null): string {
  const day = dayOf(at);
  if (at === null || day === "") return "";
  const date = new Date(at);
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The local time of an ISO time on that day, `09:12`; on other days the day; empty when there is none. */
export function timeOrDay(at: string | null, today: string): string {
  const [day = "", time = ""] = minuteOf(at).split(" ");
  return day === today ? time : day;
}

/** The zone that times are shown in, `UTC+01:00`: said once where times are. */
export function zoneOf(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  const two = (n: number): string => String(n).padStart(2, "0");
  const away = Math.abs(minutes);
  return `UTC${minutes < 0 ? "-" : "+"}${two(Math.floor(away / 60))}:${two(away % 60)}`;
}
