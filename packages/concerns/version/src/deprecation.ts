import { StartUpError } from '@toolwire/internal';
import { describe } from './echo.ts';
import { parseToolId } from './tool-id.ts';

/** Says that a version is on its way out, and where to go instead. */
export interface Deprecation {
  /** When it was or will be deprecated, as an ISO date or date-time; left out, it simply is. */
  readonly since?: string | undefined;
  /** When it stops working, as an ISO date or date-time. */
  readonly sunset?: string | undefined;
  /** The tool id to use instead, such as `Calculator.Add@2.0.0`. */
  readonly successor?: string | undefined;
  /** A page for people about the change. */
  readonly link?: string | undefined;
}

/** A deprecation whose dates are instants and whose page is a safe absolute URL. */
export interface ParsedDeprecation {
  readonly since: Date | undefined;
  readonly sunset: Date | undefined;
  readonly successor: string | undefined;
  readonly link: string | undefined;
}

/** Throws a `TypeError` that says what is wrong with a deprecation; for whoever registers tools. */
export function checkDeprecation(deprecation: Deprecation): void {
  parseDeprecation(deprecation);
}

/** Reads what an author wrote, and throws a `TypeError` where a client could not be told it. */
export function parseDeprecation(deprecation: Deprecation): ParsedDeprecation {
  if (typeof deprecation !== 'object' || deprecation === null) {
    throw new StartUpError(
      'TW_TOOL_DEPRECATION',
      "A deprecation is an object such as { since: '2026-01-01', successor: 'Calculator.Add@2.0.0' }.",
    );
  }
  const since = parseDate('since', deprecation.since);
  const sunset = parseDate('sunset', deprecation.sunset);
  // RFC 9745 section 4: what is deprecated must not have stopped working before.
  if (since !== undefined && sunset !== undefined && sunset < since) {
    throw new StartUpError(
      'TW_TOOL_DEPRECATION',
      `deprecation.sunset ${describe(deprecation.sunset)} is before deprecation.since ${describe(deprecation.since)}. Correct one of the dates.`,
    );
  }
  return { since, sunset, successor: parseSuccessor(deprecation.successor), link: parseLink(deprecation.link) };
}

// A time of day needs its offset: without one it would mean another instant on every machine.
const datePattern = /^(\d{4})-(\d\d)-(\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;
// The date of a header has four digits for the year.
const lastInstant = Date.UTC(10_000, 0) - 1;

function parseDate(field: 'since' | 'sunset', text: unknown): Date | undefined {
  if (text === undefined) return undefined;
  const match = typeof text === 'string' ? datePattern.exec(text) : null;
  const date = new Date(match === null ? Number.NaN : match[0]);
  // Date reads 30 February as 2 March.
  const exists = match !== null && isCalendarDay(Number(match[1]), Number(match[2]), Number(match[3]));
  if (!exists || !(date.getTime() >= 0 && date.getTime() <= lastInstant)) {
    throw new StartUpError(
      'TW_TOOL_DEPRECATION',
      `deprecation.${field} ${describe(text)} is not a date. Write '2026-01-31' or '2026-01-31T12:00:00Z', from 1970 on.`,
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
    throw new StartUpError('TW_TOOL_DEPRECATION', `deprecation.successor is not a tool id. ${parsed.problem}`);
  }
  return text as string;
}

function parseLink(text: unknown): string | undefined {
  if (text === undefined) return undefined;
  // The parser percent-encodes what could end a header field or its link: line breaks, quotes, angle brackets.
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new StartUpError(
      'TW_TOOL_DEPRECATION',
      `deprecation.link ${describe(text)} is not a page. Write an absolute https: URL.`,
    );
  }
  return url.href;
}
