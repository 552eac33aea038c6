import type { Draft } from '../json-schema/json.ts';
import { type AcceptsMore, acceptsMoreMark, flaggedPatternMark } from '../publish/marks.ts';
import { correctFormat, halveMinLength, removeCheckKeywords, removeFlaggedPattern } from './shared-corrections.ts';
import type { Direction } from './standard-schema.ts';
import { unrepresentableMarkOf } from './unrepresentable-types.ts';

/** The members of a valibot action or object schema that we read. */
interface ValibotPart {
  readonly kind?: string;
  readonly type: string;
  readonly requirement?: unknown;
  readonly entries?: Readonly<Record<string, object>>;
}

// The format that @valibot/to-json-schema writes for these actions can have another meaning than their pattern.
const loosePatternTypes = new Set(['email', 'rfc_email', 'iso_date_time', 'iso_time', 'iso_timestamp']);
const utf16Lengths = new Set(['length', 'min_length']);

/** Corrects what @valibot/to-json-schema 1.8.0 writes for an action, and valibot 1.5.0 enforces differently (OTC-RESP-05). */
function correctAction(action: ValibotPart, written: object, direction: Direction): Draft {
  const draft: Draft = { ...written };
  const { kind, type, requirement } = action;
  if (requirement instanceof RegExp) {
    if (loosePatternTypes.has(type)) {
      correctFormat(draft, requirement, direction);
    }
    removeFlaggedPattern(draft, requirement);
    if (draft['pattern'] === undefined) {
      // For example the pattern of `v.email()`, which is written as a format.
      draft[flaggedPatternMark] ??= { source: requirement.source, flags: requirement.flags };
    }
  }
  if (direction === 'input' && (kind === 'transformation' || type === 'url')) {
    draft[acceptsMoreMark] ??= 'values' satisfies AcceptsMore;
  }
  if (direction === 'output') {
    if (kind === 'transformation') {
      removeCheckKeywords(draft);
    }
    if (type === 'map_items') {
      delete draft['items'];
    }
    if (type === 'url') {
      delete draft['format'];
    }
    if (utf16Lengths.has(type)) {
      halveMinLength(draft);
    }
  }
  return draft;
}

/** A field with a fallback is optional and accepts any value, which @valibot/to-json-schema 1.8.0 doesn't write. */
function makeFallbacksOptional(schema: ValibotPart, written: object): Draft {
  const draft: Draft = { ...written };
  const { entries } = schema;
  if ('fallback' in schema) {
    draft[acceptsMoreMark] = 'absence' satisfies AcceptsMore;
  }
  const { required } = draft;
  if (entries !== undefined && Array.isArray(required)) {
    draft['required'] = required.filter((name: string) => !('fallback' in (entries[name] ?? {})));
  }
  return draft;
}

/** Allows additional fields and items of loose outputs, which @valibot/to-json-schema 1.8.0 doesn't write. */
function allowExtraParts({ type }: ValibotPart, written: object): Draft | undefined {
  switch (type) {
    case 'loose_object':
    case 'loose_object_async':
      return { ...written, additionalProperties: {} };
    case 'loose_tuple':
    case 'loose_tuple_async':
      return { ...written, items: {} };
    default:
      return undefined;
  }
}

const isTransform =
  /^(?:(?:raw_)?transform(?:_async)?|(?:find|reduce)_items?|(?:parse|stringify)_json|to_(?:bigint|boolean|date|number|string))$/;

interface ValibotContext {
  readonly valibotSchema: ValibotPart;
  readonly valibotAction: ValibotPart;
  readonly jsonSchema: object;
  readonly errors: readonly string[] | undefined;
}

/** The options of a conversion with @valibot/to-json-schema, which correct its schemas and mark types that JSON can't represent. */
export function valibotOptions(direction: Direction): Readonly<Record<string, unknown>> {
  return {
    errorMode: 'ignore',
    overrideSchema: ({ valibotSchema, jsonSchema, errors }: ValibotContext): object | undefined =>
      errors !== undefined
        ? { ...jsonSchema, ...unrepresentableMarkOf(valibotSchema.type) }
        : direction === 'input'
          ? makeFallbacksOptional(valibotSchema, jsonSchema)
          : allowExtraParts(valibotSchema, jsonSchema),
    // A check without a JSON Schema keyword still runs. A transform changes the type.
    overrideAction: ({ valibotAction, jsonSchema, errors }: ValibotContext): object =>
      errors !== undefined && isTransform.test(valibotAction.type)
        ? { ...jsonSchema, ...unrepresentableMarkOf('transform') }
        : correctAction(valibotAction, jsonSchema, direction),
  };
}
