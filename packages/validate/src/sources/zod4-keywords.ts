import type { Direction } from './standard-schema.ts';
import { unrepresentableMark } from './unrepresentable.ts';
import { correctFormat, type Draft, removeChecked, removeFlagged } from './untrue-keywords.ts';

/** What zod 4 hands to an override. */
export interface Zod4Conversion {
  readonly zodSchema: object;
  readonly jsonSchema: object;
}

interface Definition {
  readonly type?: string;
  readonly check?: string;
  readonly checks?: readonly object[];
  readonly format?: string;
  readonly pattern?: RegExp;
  readonly shape?: Readonly<Record<string, object>>;
}

/** Takes back what zod 4 writes into a JSON Schema although its own check does not hold to it (OTC-CALL-10, OTC-RESP-05). */
export function correctZod4(direction: Direction): (conversion: Zod4Conversion) => void {
  return ({ zodSchema, jsonSchema }) => {
    const draft = jsonSchema as Draft;
    const definition = definitionOf(zodSchema);
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
    } else {
      correctOutput(draft, checks);
    }
  };
}

/** A field that is caught may be left out. */
function releaseCaught(draft: Draft, { shape }: Definition): void {
  const { required } = draft;
  if (shape === undefined || !Array.isArray(required)) {
    return;
  }
  const left = required.filter((name: string) => {
    const field = shape[name];
    return field === undefined || definitionOf(field).type !== 'catch';
  });
  if (left.length === 0) {
    delete draft['required'];
  } else {
    draft['required'] = left;
  }
}

function correctOutput(draft: Draft, checks: readonly Definition[]): void {
  // zod takes what the URL parser takes, such as letters of any language.
  if (checks.some(({ format }) => format === 'url') && draft['format'] === 'uri') {
    delete draft['format'];
  }
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

function definitionOf(schema: object): Definition {
  return (schema as { readonly _zod: { readonly def: Definition } })._zod.def;
}
