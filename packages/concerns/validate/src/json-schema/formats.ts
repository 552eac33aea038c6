/** A format that is asserted: a linear pattern, and a description for messages. */
interface Format {
  readonly pattern: RegExp;
  readonly description: string;
}

const day =
  '(?:\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))' +
  '|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)';
const clock = '(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)';
const domainLabel = '[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?';
const mailAtom = "[A-Za-z0-9!#$%&'*+\\/=?\\^_`{\\|}~\\-]+";
const byte = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const ipv4 = `${byte}(?:\\.${byte}){3}`;
const group = '[0-9A-Fa-f]{1,4}';
const lastGroups = `(?:${group}:${group}|${ipv4})`;
const ipv6 = [
  `(?:${group}:){6}${lastGroups}`,
  `::(?:${group}:){5}${lastGroups}`,
  `(?:${group})?::(?:${group}:){4}${lastGroups}`,
  `(?:(?:${group}:){0,1}${group})?::(?:${group}:){3}${lastGroups}`,
  `(?:(?:${group}:){0,2}${group})?::(?:${group}:){2}${lastGroups}`,
  `(?:(?:${group}:){0,3}${group})?::${group}:${lastGroups}`,
  `(?:(?:${group}:){0,4}${group})?::${lastGroups}`,
  `(?:(?:${group}:){0,5}${group})?::${group}`,
  `(?:(?:${group}:){0,6}${group})?::`,
].join('|');
const uriCharacter = "(?:[A-Za-z0-9\\-._~:\\/?#\\[\\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})";

function format(pattern: string, description: string): Format {
  return { pattern: new RegExp(`^(?:${pattern})$`, 'u'), description };
}

/** The formats that every validator asserts. All validators use this table, so they agree. */
export const assertedFormats: ReadonlyMap<string, Format> = new Map([
  ['date-time', format(`${day}[Tt]${clock}`, 'a date-time such as 2026-01-31T12:00:00Z')],
  ['date', format(day, 'a date such as 2026-01-31')],
  ['time', format(clock, 'a time with an offset such as 12:00:00Z')],
  [
    'duration',
    format(
      'P(?!$)(?:\\d+W|(?:\\d+Y)?(?:\\d+M)?(?:\\d+D)?(?:T(?=\\d)(?:\\d+H)?(?:\\d+M)?(?:\\d+S)?)?)',
      'a duration such as PT15M',
    ),
  ],
  [
    'email',
    format(`(?=.{3,320}$)${mailAtom}(?:\\.${mailAtom})*@(?:${domainLabel}\\.)+${domainLabel}`, 'an email address'),
  ],
  ['hostname', format(`(?=.{1,253}$)${domainLabel}(?:\\.${domainLabel})*`, 'a host name')],
  ['ipv4', format(ipv4, 'an IPv4 address')],
  ['ipv6', format(ipv6, 'an IPv6 address')],
  ['uri', format(`[A-Za-z][A-Za-z0-9+\\-.]*:${uriCharacter}*`, 'a URI such as https://example.com/page')],
  ['uuid', format('[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}', 'a UUID')],
]);
