import { type Deprecation, parseDeprecation } from './deprecation.ts';

/** Writes a deprecation as one sentence, for the tool's description. */
export function deprecationNotice(deprecation: Deprecation): string {
  const { since, sunset, successor } = parseDeprecation(deprecation);
  const parts = [since === undefined ? 'Deprecated' : `Deprecated since ${day(since)}`];
  if (successor !== undefined) parts.push(`use ${successor}`);
  if (sunset !== undefined) parts.push(`stops working on ${day(sunset)}`);
  return `${parts.join('; ')}.`;
}

/** The day in UTC, as the `sunset` header has it. */
function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}
