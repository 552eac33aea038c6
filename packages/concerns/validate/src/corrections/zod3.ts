import type { Direction } from '../libraries/standard-schema.ts';
import { markOf } from '../libraries/unrepresentable.ts';
import { takesMoreMark } from '../publish/takes-more.ts';
import { countCharacters } from './character-counts.ts';
import type { Draft } from './draft.ts';
import { removeFlagged } from './flagged-patterns.ts';
import { removeOverwritten } from './zod3-changed-values.ts';
import type { Zod3Definition } from './zod3-definition.ts';
import { correctFormat } from './zod3-formats.ts';
import { takesMore } from './zod3-taken.ts';

/** Takes back what is written for a zod 3 string although zod does not hold to it (OTC-CALL-10, OTC-RESP-05). */
export function correctZod3(written: object, definition: Zod3Definition, direction: Direction): object {
  const corrected = correctString(written, definition, direction);
  if (definition.typeName === 'ZodDate' && direction === 'output') {
    return { ...corrected, ...markOf('date') };
  }
  const taken = direction === 'input' ? takesMore(definition) : undefined;
  return taken === undefined ? corrected : { ...corrected, [takesMoreMark]: taken };
}

function correctString(written: object, { typeName, checks = [] }: Zod3Definition, direction: Direction): object {
  if (typeName !== 'ZodString') {
    return written;
  }
  const draft: Draft = { ...written };
  for (const check of checks) {
    if (check.regex !== undefined) {
      removeFlagged(draft, check.regex);
    }
    correctFormat(draft, check, direction);
  }
  if (direction === 'output') {
    removeOverwritten(draft, checks);
    countCharacters(draft);
  }
  return draft;
}
