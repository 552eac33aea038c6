import type { JsonSchema } from '@toolwire/core';
import { schemasIn } from '@toolwire/internal/json-schema';
import { compileOutput, isSchemaError } from '@toolwire/validate';
import { type JsonRecord, recordOf } from '../base/json.ts';
import { acceptsAny } from '../tools/prepare-operation.ts';

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
export function createDefinitionSearch(definitions: JsonRecord): (schema: JsonSchema) => readonly string[] {
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

function referencesIn(part: unknown): readonly string[] {
  return schemasIn(part).flatMap(({ schema: { $ref } }) => (typeof $ref === 'string' ? [definitionName($ref)] : []));
}

/** Returns the length of a schema with each definition in place of its references, as Zod publishes it. The schema must not be recursive. */
export function expandedLength(schema: JsonSchema): number {
  const definitions = recordOf(schema.$defs);
  const lengths = new Map<string, number>();
  const lengthOf = (part: unknown): number => {
    if (typeof part !== 'object' || part === null) return JSON.stringify(part)?.length ?? 0;
    // Brackets, commas, and in objects names with their quotes and colons count too.
    let length = 2;
    if (Array.isArray(part)) {
      for (const item of part) length += lengthOf(item) + 1;
      return length;
    }
    for (const [name, value] of Object.entries(part)) {
      length += name.length + 4 + lengthOf(value);
      if (name === '$ref' && typeof value === 'string') length += definitionLength(definitionName(value));
    }
    return length;
  };
  const definitionLength = (name: string): number => {
    const knownLength = lengths.get(name);
    if (knownLength !== undefined) return knownLength;
    const length = lengthOf(definitions[name]);
    lengths.set(name, length);
    return length;
  };
  const { $defs: _, ...root } = schema;
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
