import { annotationKeywords } from '@toolwire/internal/json-schema';
import { isObject } from '../json-schema/json.ts';
import { maxDepth, maxNameLength, maxProperties, portableParameterName } from './portability-problems.ts';
import type { ToolInput } from './tool-input.ts';

interface NamedInput extends ToolInput {
  readonly name: string;
}

/**
 * Whether a tool is known to be portable, in one fast pass: its schema is already in portable form, and within all limits.
 * Other tools are converted and checked in full.
 */
export function isKnownPortable({ name, inputSchema, inputDocument }: NamedInput): boolean {
  return (
    name.length <= maxNameLength &&
    inputDocument === undefined &&
    // A list of types becomes an `anyOf`, which is not allowed at the root.
    !Array.isArray(inputSchema['type']) &&
    propertiesLeft(inputSchema, maxDepth, maxProperties) >= 0
  );
}

/** The number of properties left after a schema; negative if it may not be portable. */
function propertiesLeft(schema: unknown, levels: number, properties: number): number {
  if (typeof schema === 'boolean') return properties;
  if (!isObject(schema)) return -1;
  const { type } = schema;
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  const inside = types.includes('object') || types.includes('array') ? levels - 1 : levels;
  let left = inside < 0 ? -1 : properties;
  for (const keyword of Object.keys(schema)) {
    if (left < 0) break;
    if (plainKeywords.has(keyword)) continue;
    // A list of types repeats the subschema for each type.
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
  if (!isObject(fields)) return -1;
  let left = properties;
  for (const name of Object.keys(fields)) {
    if (left < 0) break;
    left = portableParameterName.test(name) ? propertiesLeft(fields[name], levels, left - 1) : -1;
  }
  return left;
}

/** The keywords without subschemas. */
const plainKeywords: ReadonlySet<string> = new Set([
  ...annotationKeywords,
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
