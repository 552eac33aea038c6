import { parseUrl, quoteValue, StartupError } from '@toolwire/internal';
import { parseToolId } from './tool-id.ts';

/** Marks a version as deprecated, and names its replacement. */
export interface Deprecation {
  /** When it was or will be deprecated, as an ISO date or date-time; by default it is already. */
  readonly since?: string | undefined;
  /** When it stops working, as an ISO date or date-time. */
  readonly sunset?: string | undefined;
  /** The ID of the replacement, for example `Calculator.Add@2.0.0`. */
  readonly successor?: string | undefined;
  /** The URL of a page about the change. */
  readonly link?: string | undefined;
}

/** A deprecation with parsed dates and a validated URL. */
interface ParsedDeprecation {
  readonly since: Date | undefined;
  readonly sunset: Date | undefined;
  readonly successor: string | undefined;
  readonly link: string | undefined;
}

/** Parses a deprecation; throws a `StartupError` if it is invalid. */
export function parseDeprecation(deprecation: Deprecation): ParsedDeprecation {
  if (typeof deprecation !== 'object' || deprecation === null) {
    throw new StartupError(
      'TW_TOOL_DEPRECATION',
      "deprecation must be an object such as { since: '2026-01-01', successor: 'Calculator.Add@2.0.0' }.",
    );
  }
  const since = parseDate('since', deprecation.since);
  const sunset = parseDate('sunset', deprecation.sunset);
  // The sunset must not be before the deprecation (RFC 9745, section 4).
  if (since !== undefined && sunset !== undefined && sunset < since) {
    throw new StartupError(
      'TW_TOOL_DEPRECATION',
      `deprecation.sunset ${quoteValue(deprecation.sunset)} is before deprecation.since ${quoteValue(deprecation.since)}. Correct one of the dates.`,
    );
  }
  return { since, sunset, successor: parseSuccessor(deprecation.successor), link: parseLink(deprecation.link) };
}

// A time needs an offset: without one it depends on the machine's time zone.
const datePattern = /^(\d{4})-(\d\d)-(\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;
// HTTP dates have four digits for the year.
const lastInstant = Date.UTC(10_000, 0) - 1;

function parseDate(field: 'since' | 'sunset', text: unknown): Date | undefined {
  if (text === undefined) return undefined;
  const match = typeof text === 'string' ? datePattern.exec(text) : null;
  const date = new Date(match === null ? Number.NaN : match[0]);
  // `Date` parses 30 February as 2 March.
  const exists = match !== null && isCalendarDay(Number(match[1]), Number(match[2]), Number(match[3]));
  if (!exists || !(date.getTime() >= 0 && date.getTime() <= lastInstant)) {
    throw new StartupError(
      'TW_TOOL_DEPRECATION',
      `deprecation.${field} ${quoteValue(text)} is not a date. Write '2026-01-31' or '2026-01-31T12:00:00Z', from 1970 on.`,
    );
  }
  return date;
}

function isCalendarDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function parseSuccessor(text: unknown): string | undefined {
  if (text === undefined) return undefined;
  const parsed = parseToolId(text);
  if (!parsed.ok) {
    throw new StartupError('TW_TOOL_DEPRECATION', `deprecation.successor is not a tool ID. ${parsed.problem}`);
  }
  return text as string;
}

function parseLink(text: unknown): string | undefined {
  if (text === undefined) return undefined;
  // The URL parser percent-encodes line breaks, quotes and angle brackets, which could end the header or its link.
  const url = typeof text === 'string' ? parseUrl(text) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new StartupError(
      'TW_TOOL_DEPRECATION',
      `deprecation.link ${quoteValue(text)} is not a page. Write an absolute https: URL.`,
    );
  }
  return url.href;
}

/** Returns a deprecation as one sentence for the tool's description. */
export function deprecationNotice(deprecation: Deprecation): string {
  const { since, sunset, successor } = parseDeprecation(deprecation);
  const parts = [since === undefined ? 'Deprecated' : `Deprecated since ${utcDay(since)}`];
  if (successor !== undefined) parts.push(`use ${successor}`);
  if (sunset !== undefined) parts.push(`stops working on ${utcDay(sunset)}`);
  return `${parts.join('; ')}.`;
}

/** The day in UTC, as in the `sunset` header. */
function utcDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/**
 * Returns a deprecation as HTTP headers: `deprecation` (RFC 9745), `sunset` (RFC 8594) and `link`, with lower-case names.
 * Without `since`, `deprecation` is `@0`, because the header requires a date. `listing` is the URL or path of the tool listing, for
 * example `/tools`; without it, the successor is not linked.
 */
export function deprecationHeaders(deprecation: Deprecation, listing?: string): Record<string, string> {
  const { since, sunset, successor, link } = parseDeprecation(deprecation);
  const headers: Record<string, string> = { deprecation: `@${Math.floor((since?.getTime() ?? 0) / 1000)}` };
  if (sunset !== undefined) headers['sunset'] = sunset.toUTCString();

  const links: string[] = [];
  if (link !== undefined) links.push(`<${link}>; rel="deprecation"`);
  if (link !== undefined && sunset !== undefined) links.push(`<${link}>; rel="sunset"`);
  if (successor !== undefined && listing !== undefined) {
    links.push(`<${asUriReference(listing)}#${successor}>; rel="successor-version"`);
  }
  if (links.length > 0) headers['link'] = links.join(', ');
  return headers;
}

/** Percent-encodes characters that a URI may not contain, and `#`, since a fragment is appended. */
function asUriReference(text: string): string {
  return text.replace(/[^A-Za-z0-9\-._~:/?[\]@!$&'()*+,;=%]/gu, (character) =>
    Array.from(
      new TextEncoder().encode(character),
      (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    ).join(''),
  );
}
