import { removeChecked } from './changed-values.ts';
import type { Draft } from './draft.ts';
import type { Zod4Definition } from './zod4-definition.ts';

/** Takes back what checks in front of an overwrite wrote, such as `.min(3)` in front of `.trim()` (seen in zod 4.6.7). */
export function removeOverwritten(draft: Draft, checks: readonly Zod4Definition[]): void {
  const changed = checks.findLastIndex(({ check }) => check === 'overwrite');
  if (changed === -1) {
    return;
  }
  removeChecked(
    draft,
    checks.slice(0, changed).flatMap(({ check }) => keywordsOf.get(check) ?? []),
  );
}

const keywordsOf: ReadonlyMap<string | undefined, readonly string[]> = new Map([
  [undefined, ['enum', 'const']],
  ['min_length', ['minLength', 'minItems']],
  ['max_length', ['maxLength', 'maxItems']],
  ['length_equals', ['minLength', 'maxLength', 'minItems', 'maxItems']],
  ['greater_than', ['minimum', 'exclusiveMinimum']],
  ['less_than', ['maximum', 'exclusiveMaximum']],
  ['multiple_of', ['multipleOf', 'allOf']],
  ['number_format', ['minimum', 'maximum']],
  ['string_format', ['format', 'pattern', 'allOf', 'contentEncoding']],
]);
