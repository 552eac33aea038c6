import type { JsonSchema } from '@toolwire/core';
import { type Fields, recordOf } from '@toolwire/internal';
import { schemasIn } from '@toolwire/internal/json-schema';

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
export function referencesIn(part: unknown): readonly string[] {
  return schemasIn(part).flatMap(({ schema: { $ref } }) => (typeof $ref === 'string' ? [definitionName($ref)] : []));
}
