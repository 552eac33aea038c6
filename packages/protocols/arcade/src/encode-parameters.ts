import type { ToolInfo } from '@toolwire/core';
import { isObject } from '@toolwire/core/wire';
import { portableToolInput } from '@toolwire/validate/portability';
import { encodeValueSchema } from './encode-value-schema.ts';

const rootUnions = ['allOf', 'anyOf', 'oneOf', '$ref'];

/**
 * Encodes the properties of an input as Arcade's parameters. Arcade has no unions, so the properties of all branches become
 * parameters. Other inputs keep what `encodeValueSchema` reads.
 */
export function encodeParameters({ inputSchema }: ToolInfo): readonly object[] {
  const isUnion = rootUnions.some((keyword) => Object.hasOwn(inputSchema, keyword));
  const { properties, required } = isUnion ? portableToolInput({ inputSchema }) : inputSchema;
  if (!isObject(properties)) return [];
  const names = new Set(Array.isArray(required) ? (required as readonly unknown[]) : []);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    required: names.has(name),
    description: isObject(schema) && typeof schema['description'] === 'string' ? schema['description'] : null,
    value_schema: encodeValueSchema(schema),
    inferrable: !(isObject(schema) && schema['x-inferrable'] === false),
  }));
}
