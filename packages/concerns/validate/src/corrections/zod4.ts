import type { Direction } from '../libraries/standard-schema.ts';
import { unrepresentableMark } from '../publish/marks.ts';
import type { Draft } from './draft.ts';
import { removeFlagged } from './flagged-patterns.ts';
import { correctFormat } from './loose-formats.ts';
import { releaseCaught } from './zod4-caught-fields.ts';
import { definitionOf } from './zod4-definition.ts';
import { removeOverwritten } from './zod4-overwritten-values.ts';
import { markTaken } from './zod4-taken.ts';
import { removeUrlFormat } from './zod4-urls.ts';

/** What zod 4 hands to an override. */
export interface Zod4Conversion {
  readonly zodSchema: object;
  readonly jsonSchema: object;
}

/** Takes back what zod 4 writes into a JSON Schema although its own check does not hold to it (OTC-CALL-10, OTC-RESP-05). */
export function correctZod4(direction: Direction): (conversion: Zod4Conversion) => void {
  return ({ zodSchema, jsonSchema }) => {
    const draft = jsonSchema as Draft;
    const definition = definitionOf(zodSchema);
    // Written as a text, which no text fits.
    if (definition.type === 'file') {
      draft[unrepresentableMark] = definition.type;
    }
    // A schema such as z.email() is its own first check.
    const checks = [definition, ...(definition.checks ?? []).map(definitionOf)];
    for (const { format, pattern } of checks) {
      if (pattern !== undefined) {
        if (draft['format'] === (format === 'datetime' ? 'date-time' : format)) {
          correctFormat(draft, pattern, direction);
        }
        removeFlagged(draft, pattern);
      }
    }
    if (direction === 'input') {
      releaseCaught(draft, definition);
      markTaken(draft, definition, checks);
    } else {
      removeUrlFormat(draft, checks);
      removeOverwritten(draft, checks);
    }
  };
}
