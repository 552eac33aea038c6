import { type TakesMore, takesMoreMark } from '../publish/takes-more.ts';
import type { Draft } from './draft.ts';
import { definitionOf, type Zod4Definition } from './zod4-definition.ts';

/** Marks what zod 4.6.7 changes before it looks at it, and texts that the format does not allow. */
export function markTaken(
  draft: Draft,
  { type, coerce, in: first }: Zod4Definition,
  checks: readonly Zod4Definition[],
): void {
  // What authors write as preprocess.
  const isPrepared = type === 'pipe' && first !== undefined && definitionOf(first).type === 'transform';
  if (type === 'catch' || isPrepared || (coerce === true && makesOfNothing.has(type))) {
    draft[takesMoreMark] = 'absence' satisfies TakesMore;
  } else if (coerce === true || checks.some(({ check, format }) => check === 'overwrite' || format === 'url')) {
    draft[takesMoreMark] = 'values' satisfies TakesMore;
  }
}

/** `z.coerce.string()` makes a text of a field that is not there. */
const makesOfNothing: ReadonlySet<string | undefined> = new Set(['boolean', 'string']);
