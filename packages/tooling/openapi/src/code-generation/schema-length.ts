import type { JsonSchema } from '@toolwire/core';
import { recordOf } from '@toolwire/internal';
import { compileOutput, isSchemaError } from '@toolwire/validate';
import { acceptsAny } from '../tools/prepare-operation.ts';
import { isRecursive, referencesIn } from './definitions.ts';

/** Returns the length of a schema with each definition in place of its references, as Zod publishes it. The schema must not be recursive. */
export function expandedLength(schema: JsonSchema): number {
  const { $defs, ...root } = schema;
  const definitions = recordOf($defs);
  const lengths = new Map<string, number>();
  const lengthOf = (part: unknown): number =>
    referencesIn(part).reduce(
      (length, name) => length + definitionLength(name),
      // A reference may name a definition that doesn't exist.
      JSON.stringify(part)?.length ?? 0,
    );
  const definitionLength = (name: string): number => {
    const length = lengths.get(name) ?? lengthOf(definitions[name]);
    lengths.set(name, length);
    return length;
  };
  return lengthOf(root);
}

/** Returns the length of a schema as models read it. */
export function lengthOfSchema(schema: JsonSchema): number {
  return isRecursive(schema) ? recursiveLength(schema) : expandedLength(schema);
}

/** Returns the length of a recursive schema, of which a server publishes the first levels. Infinite if it would refuse to start. */
function recursiveLength(schema: JsonSchema): number {
  const length = JSON.stringify(schema).length;
  // The published form is even longer, and slow to compute.
  if (length > maxRecursiveLength) return length;
  try {
    return JSON.stringify(compileOutput(schema, { validator: acceptsAny }).jsonSchema).length;
  } catch (thrown) {
    if (!isSchemaError(thrown)) throw thrown;
    return Number.POSITIVE_INFINITY;
  }
}

const maxRecursiveLength = 20_000;
