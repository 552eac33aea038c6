import type { JsonSchema } from '@toolwire/core';
import { isObject } from '@toolwire/core/wire';
import { own } from '@toolwire/internal';
import { typesOf } from '@toolwire/internal/json-schema';

type PrimitiveType = 'string' | 'integer' | 'number' | 'boolean' | 'json';

/** Arcade's description of a value: its type, and the content of objects and lists. */
export interface ValueSchema {
  readonly val_type: PrimitiveType | 'array';
  readonly inner_val_type: PrimitiveType | null;
  readonly enum: readonly string[] | null;
  readonly properties: Readonly<Record<string, ValueSchema>> | null;
  readonly inner_properties: Readonly<Record<string, ValueSchema>> | null;
  readonly description: string | null;
  readonly required_keys: readonly string[] | null;
  readonly inner_required_keys: readonly string[] | null;
  readonly nullable: boolean | null;
}

// Bounds the recursion for schemas that nest without end.
const maxDepth = 16;

/** Encodes a JSON Schema for Arcade, which has no bounds, patterns, formats or unions. */
export function encodeValueSchema(declared: unknown, depth = 0): ValueSchema {
  const schema = withoutNull(declared);
  const type = valueType(schema);
  const isList = type === 'array';
  const items = isList ? withoutNull(own(schema, 'items')) : undefined;
  const itemType = isList ? valueType(items) : null;
  const description = own(declared, 'description') ?? own(schema, 'description');
  return {
    val_type: type,
    // Arcade describes a list of lists as a list of JSON.
    inner_val_type: itemType === 'array' ? 'json' : itemType,
    enum: choicesOf(schema),
    properties: type === 'json' ? propertiesOf(schema, depth) : null,
    inner_properties: isList ? propertiesOf(items, depth) : null,
    description: typeof description === 'string' ? description : null,
    required_keys: type === 'json' ? requiredOf(schema) : null,
    inner_required_keys: isList ? requiredOf(items) : null,
    nullable: allowsNull(declared) ? true : null,
  };
}

/** Whether the schema accepts null. */
export function allowsNull(schema: unknown): boolean {
  if (!isObject(schema)) return schema === true;
  const { type, enum: choices } = schema;
  if (type === undefined && Array.isArray(choices)) return choices.includes(null);
  return typesOf(schema).includes('null') || branches(schema).some((branch) => allowsNull(branch));
}

// The type, the contents and the choices of a value that may be null are those of the only other branch.
function withoutNull(schema: unknown): unknown {
  if (!isObject(schema) || schema['type'] !== undefined) return schema;
  const others = branches(schema).filter((branch) => own(branch, 'type') !== 'null');
  return others.length === 1 ? withoutNull(others[0]) : schema;
}

function valueType(schema: unknown): ValueSchema['val_type'] {
  if (!isObject(schema)) return 'json';
  const types = typesOf(schema).filter((type) => type !== 'null');
  if (types.length === 0) return choicesOf(schema) === null ? 'json' : 'string';
  return types.length > 1 ? 'json' : (byJsonType.get(types[0] ?? '') ?? 'json');
}

function choicesOf(schema: unknown): readonly string[] | null {
  const choices = own(schema, 'enum');
  return Array.isArray(choices) ? stringsOf(choices.filter((choice) => choice !== null)) : null;
}

const byJsonType: ReadonlyMap<string, ValueSchema['val_type']> = new Map([
  ['string', 'string'],
  ['integer', 'integer'],
  ['number', 'number'],
  ['boolean', 'boolean'],
  ['array', 'array'],
  ['object', 'json'],
]);

function branches({ anyOf, oneOf }: JsonSchema): readonly unknown[] {
  if (Array.isArray(anyOf)) return anyOf as readonly unknown[];
  return Array.isArray(oneOf) ? (oneOf as readonly unknown[]) : [];
}

function propertiesOf(schema: unknown, depth: number): ValueSchema['properties'] {
  if (!isObject(schema) || !isObject(schema['properties']) || depth >= maxDepth) return null;
  const entries = Object.entries(schema['properties']).map(
    ([name, property]) => [name, encodeValueSchema(property, depth + 1)] as const,
  );
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

function requiredOf(schema: unknown): readonly string[] | null {
  const names = isObject(schema) ? stringsOf(schema['required']) : null;
  return names === null || names.length === 0 ? null : [...names].sort();
}

function stringsOf(list: unknown): readonly string[] | null {
  return Array.isArray(list) && list.every((item) => typeof item === 'string') ? list : null;
}
