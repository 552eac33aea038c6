import type { JsonSchema } from '@toolwire/core';
import { type Fields, recordOf } from '@toolwire/internal';
import { schemasIn } from '@toolwire/internal/json-schema';
import { compileOutput, isSchemaError } from '@toolwire/validate';
import { acceptsAny } from '../tools/tool-schemas.ts';

const prefix = '#/$defs/';

/** Returns the name of the definition that a reference names. */
export function definitionName(reference: string): string {
  return reference.slice(prefix.length);
}

/** Whether a definition of a schema refers to itself, directly or not. */
export function isRecursive(schema: JsonSchema): boolean {
  const { $defs, ...root } = schema;
  const definitions = recordOf($defs);
  const parents = new Set<string>();
  const visited = new Set<string>();
  const hasCycle = (part: unknown): boolean =>
    referencesIn(part).some((name) => {
      if (parents.has(name)) return true;
      if (visited.has(name)) return false;
      visited.add(name);
      parents.add(name);
      const isCyclic = hasCycle(definitions[name]);
      parents.delete(name);
      return isCyclic;
    });
  return hasCycle(root);
}

/** Creates a search for the names of the definitions that a schema reaches. Each definition is read once, because many schemas share it. */
export function createDefinitionSearch(definitions: Fields): (schema: JsonSchema) => readonly string[] {
  const references = new Map<string, readonly string[]>();
  const referencesOf = (name: string): readonly string[] => {
    const names = references.get(name) ?? [...new Set(referencesIn(definitions[name]))];
    references.set(name, names);
    return names;
  };
  return (schema) => {
    const used = new Set<string>();
    const remaining = [...referencesIn(schema)];
    for (let name = remaining.pop(); name !== undefined; name = remaining.pop()) {
      if (used.has(name) || !Object.hasOwn(definitions, name)) continue;
      used.add(name);
      remaining.push(...referencesOf(name));
    }
    return [...used];
  };
}

/** Returns the names of the definitions that a schema refers to, once for each reference. */
function referencesIn(part: unknown): readonly string[] {
  return schemasIn(part).flatMap(({ schema: { $ref } }) => (typeof $ref === 'string' ? [definitionName($ref)] : []));
}

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
