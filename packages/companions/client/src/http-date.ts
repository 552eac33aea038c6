/** Reads a date of HTTP in any of its three forms (RFC 9110, 5.6.7), as milliseconds; `undefined` where the text is no date. */
export function httpDateOf(text: string): number | undefined {
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

/** Of two digits the year that ends in them; one that would be more than 50 years away is in the past. */
function fullYear(year: string): string {
  if (year.length === 4) return year;
  const thisYear = new Date().getUTCFullYear();
  const inThisCentury = thisYear - (thisYear % 100) + Number(year);
  return String(inThisCentury > thisYear + 50 ? inThisCentury - 100 : inThisCentury);
}
