import type { TakesMore } from '../publish/takes-more.ts';
import { changes } from './zod3-changed-values.ts';
import type { Zod3Definition } from './zod3-definition.ts';
import { looseKinds } from './zod3-formats.ts';

/** What zod 3.25.76 changes before it looks at it, and texts that the format does not allow. */
export function takesMore({ typeName, coerce, effect, checks = [] }: Zod3Definition): TakesMore | undefined {
  if (
    typeName === 'ZodCatch' ||
    effect?.type === 'preprocess' ||
    (coerce === true && makesOfNothing.has(String(typeName)))
  ) {
    return 'absence';
  }
  const isChanged = typeName === 'ZodString' && checks.some(({ kind }) => changes.has(kind) || looseKinds.has(kind));
  return coerce === true || isChanged ? 'values' : undefined;
}

/** `z.coerce.string()` makes a text of a field that is not there. */
const makesOfNothing: ReadonlySet<string> = new Set(['ZodBoolean', 'ZodString']);
