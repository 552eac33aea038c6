import { removeChecked } from './changed-values.ts';
import type { Draft } from './draft.ts';
import type { Zod3Check } from './zod3-definition.ts';

/** The checks of a zod 3 string that change it. */
export const changes: ReadonlySet<string> = new Set(['toLowerCase', 'toUpperCase', 'trim']);

const lengthKeywords: ReadonlyMap<string, readonly string[]> = new Map([
  ['min', ['minLength']],
  ['max', ['maxLength']],
  ['length', ['minLength', 'maxLength']],
]);

/** Takes back what checks in front of a change wrote, such as `.min(3)` in front of `.trim()` (seen in zod 3.25.76). */
export function removeOverwritten(draft: Draft, checks: readonly Zod3Check[]): void {
  const changed = checks.findLastIndex(({ kind }) => changes.has(kind));
  const earlier = checks.slice(0, Math.max(changed, 0));
  removeChecked(
    draft,
    earlier.flatMap(({ kind }) => lengthKeywords.get(kind) ?? ['format', 'pattern', 'allOf', 'anyOf']),
  );
}
