import { maxTimerMs } from '../options/check-numbers.ts';

/** Reads `Retry-After`, in seconds or as a date, as milliseconds. Returns `undefined` if it is invalid. */
export function readRetryAfter(headers: { get(name: string): string | null }): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(text)) return toDelayMs(Number(text) * 1_000);
  const date = httpDateOf(text);
  if (date === undefined) return undefined;
  // By the server's clock if it sends the time, because the local clock may be wrong.
  const now = httpDateOf(headers.get('date') ?? '') ?? Date.now();
  return toDelayMs(Math.max(date - now, 0));
}

/**
 * Reads a delay in milliseconds: rounded up, because clients reject fractions, and limited to the maximum of a timer (E34). Returns
 * `undefined` if it is invalid.
 */
export function toDelayMs(value: unknown): number | undefined {
  if (typeof value !== 'number' || !(value >= 0)) return undefined;
  // Also for -0.
  return value === 0 ? 0 : Math.min(Math.ceil(value), maxTimerMs);
}

/** Reads an HTTP date in any of its three forms (RFC 9110, 5.6.7), as milliseconds. Returns `undefined` if it is invalid. */
function httpDateOf(text: string): number | undefined {
  const { day, month, year, time } = partsOf(text) ?? {};
  const ms = Date.parse(`${day} ${month} ${year} ${time} GMT`);
  return Number.isNaN(ms) ? undefined : ms;
}

const forms = [
  // Sun, 06 Nov 1994 08:49:37 GMT
  /^[A-Z][a-z]{2}, (?<day>\d{2}) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/,
  // Sunday, 06-Nov-94 08:49:37 GMT
  /^[A-Z][a-z]{5,8}, (?<day>\d{2})-(?<month>[A-Z][a-z]{2})-(?<year>\d{2}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/,
  // Sun Nov  6 08:49:37 1994
  /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>\d{2}| \d) (?<time>\d{2}:\d{2}:\d{2}) (?<year>\d{4})$/,
];

function partsOf(text: string): Readonly<Record<string, string>> | undefined {
  const parts = forms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  return parts && { ...parts, year: fullYear(parts['year'] ?? '') };
}

/** Returns the year for two digits. A year more than 50 years ahead is in the past. */
function fullYear(year: string): string {
  if (year.length === 4) return year;
  const thisYear = new Date().getUTCFullYear();
  const inThisCentury = thisYear - (thisYear % 100) + Number(year);
  return String(inThisCentury > thisYear + 50 ? inThisCentury - 100 : inThisCentury);
}
