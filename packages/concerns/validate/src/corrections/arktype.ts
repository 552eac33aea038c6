import { isObject } from '../base/json.ts';
import { mapSubschemas } from '../keywords/subschemas.ts';
import type { Direction } from '../libraries/standard-schema.ts';
import { countCharacters } from './character-counts.ts';
import type { Draft } from './draft.ts';
import { type Expression, removeFlagged } from './flagged-patterns.ts';

/** Takes back what arktype writes although it does not hold to it (OTC-RESP-05); arktype 2.2.9 has no hook for patterns and lengths. */
export function correctArktype(source: unknown, written: unknown, direction: Direction): unknown {
  const expressions = [...expressionsOf((source as { readonly json?: unknown } | undefined)?.json)];

  function correct(schema: unknown): unknown {
    if (!isObject(schema)) {
      return schema;
    }
    const draft: Draft = { ...mapSubschemas(schema, [], correct) };
    for (const expression of expressions) {
      removeFlagged(draft, expression);
    }
    if (direction === 'output') {
      countCharacters(draft);
    }
    return draft;
  }

  return correct(written);
}

/** The regular expressions in arktype's own form of a schema, which names their flags. */
function* expressionsOf(node: unknown): Iterable<Expression> {
  if (typeof node !== 'object' || node === null) {
    return;
  }
  const { rule, flags } = node as { readonly rule?: unknown; readonly flags?: unknown };
  if (typeof rule === 'string') {
    yield { source: rule, flags: typeof flags === 'string' ? flags : '' };
  }
  for (const part of Object.values(node)) {
    yield* expressionsOf(part);
  }
}
