import { type Deprecation, parseDeprecation } from './deprecation.ts';

/** Says a deprecation in one plain sentence, to stand in a tool's description. */
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
