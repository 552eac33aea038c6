import { isSchemaObject } from './json-schema.ts';
import { deepest, longestName, mostProperties, parameterName } from './portability.ts';
import { aboutTheWhole } from './several-types.ts';
import type { ToolInput } from './tool-input.ts';

interface NamedInput extends ToolInput {
  readonly name: string;
}

/**
 * Whether nobody can mind a tool, by one look at it: its schema has only what stays as it is when it is made portable, and
 * keeps to every bound. What it says no to is made portable, and asked each question.
 */
export function isSurelyPortable({ name, inputSchema, inputDocument }: NamedInput): boolean {
  return (
    name.length <= longestName &&
    inputDocument === undefined &&
    // One of several types is written as a choice between them, which none may be at the root.
    !Array.isArray(inputSchema['type']) &&
    propertiesLeft(inputSchema, deepest, mostProperties) >= 0
  );
}

/** How many properties there may still be behind a schema; less than none where somebody may mind. */
function propertiesLeft(schema: unknown, levels: number, properties: number): number {
  if (typeof schema === 'boolean') return properties;
  if (!isSchemaObject(schema)) return -1;
  const { type } = schema;
  const inside = type === 'object' || type === 'array' ? levels - 1 : levels;
  let left = inside < 0 ? -1 : properties;
  for (const keyword of Object.keys(schema)) {
    if (left < 0) break;
    if (plainKeywords.has(keyword)) continue;
    // Of a value that may be of several types, what is inside is written for each of them.
    left = Array.isArray(type) ? -1 : insideLeft(keyword, schema[keyword], inside, left);
  }
  return left;
}

function insideLeft(keyword: string, value: unknown, levels: number, properties: number): number {
  switch (keyword) {
    case 'properties':
      return fieldsLeft(value, levels, properties);
    case 'items':
    case 'additionalProperties':
      return propertiesLeft(value, levels, properties);
    default:
      return -1;
  }
}

function fieldsLeft(fields: unknown, levels: number, properties: number): number {
  if (!isSchemaObject(fields)) return -1;
  let left = properties;
  for (const name of Object.keys(fields)) {
    if (left < 0) break;
    left = parameterName.test(name) ? propertiesLeft(fields[name], levels, left - 1) : -1;
  }
  return left;
}

/** What says something of a value and holds no other schema. */
const plainKeywords: ReadonlySet<string> = new Set([
  ...aboutTheWhole,
  'type',
  'required',
  'enum',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
]);
