import { swallowRejections } from '../json/swallow-rejections.ts';
import type { Draft } from '../json-schema/json.ts';
import { type AcceptsMore, acceptsMoreMark, unrepresentableMark } from '../publish/marks.ts';
import { correctFormat, removeCheckKeywords, removeFlaggedPattern } from './shared-corrections.ts';
import type { Direction } from './standard-schema.ts';

/** The argument of a zod 4 override. */
export interface Zod4Conversion {
  readonly zodSchema: object;
  readonly jsonSchema: object;
}

/** Removes what zod 4 writes into a JSON Schema but doesn't enforce (OTC-CALL-10, OTC-RESP-05). */
export function correctZod4(direction: Direction): (conversion: Zod4Conversion) => void {
  return ({ zodSchema, jsonSchema }) => {
    const draft = jsonSchema as Draft;
    const definition = definitionOf(zodSchema);
    // Zod writes a file as a string, but accepts no string.
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
        removeFlaggedPattern(draft, pattern);
      }
    }
    if (direction === 'input') {
      makeCaughtOptional(draft, definition);
      publishBooleanWords(draft, definition);
      markAcceptsMore(draft, definition, checks);
    } else {
      removeUrlFormat(draft, checks);
      removeChecksBeforeChange(draft, checks);
    }
  };
}

/** The members of a zod 4 schema or check that we read. */
export interface Zod4Definition {
  readonly type?: string;
  readonly check?: string;
  readonly checks?: readonly object[];
  readonly format?: string;
  readonly pattern?: RegExp;
  readonly shape?: Readonly<Record<string, object>>;
  readonly coerce?: boolean;
  readonly values?: readonly unknown[];
  readonly in?: object;
  readonly out?: object;
  readonly transform?: Zod4Transform;
}

/** The definition of a zod 4 schema or check. */
export function definitionOf(schema: object): Zod4Definition {
  return (schema as { readonly _zod: { readonly def: Zod4Definition } })._zod.def;
}

/** A field with `.catch()` is optional, which zod doesn't write (colinhacks/zod#5003, seen in 4.6.7). */
function makeCaughtOptional(draft: Draft, { shape }: Zod4Definition): void {
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

/** `z.stringbool()` accepts certain words, which zod writes as any string (seen in 4.6.7). Only its issues contain them. */
function publishBooleanWords(draft: Draft, { type, in: source, out, transform }: Zod4Definition): void {
  if (type !== 'pipe' || transform === undefined || typeOf(source) !== 'string' || typeOf(out) !== 'boolean') {
    return;
  }
  const words = issuesOf(transform, '\0').find(({ expected }) => expected === 'stringbool')?.values;
  if (words === undefined) {
    return;
  }
  draft['enum'] = [...words];
  const otherCase = words.map((word) => word.toUpperCase()).find((word) => !words.includes(word));
  if (otherCase !== undefined && issuesOf(transform, otherCase).length === 0) {
    draft[acceptsMoreMark] = 'values' satisfies AcceptsMore;
  }
}

function typeOf(schema: object | undefined): string | undefined {
  return schema === undefined ? undefined : definitionOf(schema).type;
}

interface Zod4Issue {
  readonly expected?: string;
  readonly values?: readonly string[];
}

type Zod4Transform = (value: string, payload: { value: unknown; issues: Zod4Issue[] }) => unknown;

function issuesOf(transform: Zod4Transform, value: string): readonly Zod4Issue[] {
  const issues: Zod4Issue[] = [];
  try {
    swallowRejections(transform(value, { value, issues }));
  } catch {
    // A codec of the author's own may throw for this value.
  }
  return issues;
}

/** Marks schemas where zod 4.6.7 changes a value before it checks it, or accepts values that violate the format. */
function markAcceptsMore(
  draft: Draft,
  { type, coerce, in: first }: Zod4Definition,
  checks: readonly Zod4Definition[],
): void {
  // This is how `z.preprocess()` is represented.
  const isPrepared = type === 'pipe' && first !== undefined && definitionOf(first).type === 'transform';
  if (type === 'catch' || isPrepared || (coerce === true && coercesMissing.has(type))) {
    draft[acceptsMoreMark] = 'absence' satisfies AcceptsMore;
  } else if (coerce === true || checks.some(({ check, format }) => check === 'overwrite' || format === 'url')) {
    draft[acceptsMoreMark] = 'values' satisfies AcceptsMore;
  }
}

/** `z.coerce.string()` converts a missing field to a string. */
const coercesMissing: ReadonlySet<string | undefined> = new Set(['boolean', 'string']);

/** Zod accepts every URL that the URL parser accepts, such as with non-ASCII letters, but writes the format `uri` (seen in 4.6.7). */
function removeUrlFormat(draft: Draft, checks: readonly Zod4Definition[]): void {
  if (checks.some(({ format }) => format === 'url') && draft['format'] === 'uri') {
    delete draft['format'];
  }
}

/** Removes the keywords of checks before an overwrite, such as `.min(3)` before `.trim()` (seen in zod 4.6.7). */
function removeChecksBeforeChange(draft: Draft, checks: readonly Zod4Definition[]): void {
  const changed = checks.findLastIndex(({ check }) => check === 'overwrite');
  if (changed === -1) {
    return;
  }
  removeCheckKeywords(
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
  ['number_format', ['minimum', 'maximum', 'type']],
  ['string_format', ['format', 'pattern', 'allOf', 'contentEncoding']],
]);
