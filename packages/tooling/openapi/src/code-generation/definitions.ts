import type { JsonSchema } from '@toolwire/core';
import { schemasIn } from '@toolwire/internal/json-schema';
import { compileOutput, isSchemaError } from '@toolwire/validate';
import { isObject, type JsonRecord, recordOf } from '../base/json.ts';
import { acceptsAny } from '../tools/tool-of-operation.ts';

const prefix = '#/$defs/';

/** The definition that a reference of a read schema names. */
export function definitionName(reference: string): string {
  return reference.slice(prefix.length);
}

/** The names of the definitions that a schema refers to, directly or not, each after those that it needs. `undefined` if one refers to itself. */
export function definitionsInOrder(schema: JsonSchema): readonly string[] | undefined {
  const definitions = recordOf(schema.$defs);
  const ordered = new Set<string>();
  const { $defs: _, ...root } = schema;
  const within = new Set<string>();
  const visit = (part: unknown): boolean =>
    referencesIn(part).every((name) => {
      if (within.has(name)) return false;
      if (ordered.has(name)) return true;
      within.add(name);
      const isFinite = visit(definitions[name]);
      within.delete(name);
      ordered.add(name);
      return isFinite;
    });
  return visit(root) ? [...ordered] : undefined;
}

/** Returns the names of the definitions that a schema reaches. Many schemas share the definitions, so each is searched once. */
export function createDefinitionSearch(definitions: JsonRecord): (schema: JsonSchema) => readonly string[] {
  const references = new Map<string, readonly string[]>();
  const referencesOf = (name: string): readonly string[] => {
    const found = references.get(name) ?? [...new Set(referencesIn(definitions[name]))];
    references.set(name, found);
    return found;
  };
  return (schema) => {
    const used = new Set<string>();
    const open = [...referencesIn(schema)];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (used.has(name) || !Object.hasOwn(definitions, name)) continue;
      used.add(name);
      open.push(...referencesOf(name));
    }
    return [...used];
  };
}

function referencesIn(part: unknown): readonly string[] {
  return schemasIn(part).flatMap(({ schema: { $ref } }) => (typeof $ref === 'string' ? [definitionName($ref)] : []));
}

/** The characters of a schema with its definitions written in place, as Zod publishes it. Definitions must not refer to themselves. */
export function expandedLength(schema: JsonSchema): number {
  const definitions = recordOf(schema.$defs);
  const lengths = new Map<string, number>();
  const lengthOf = (part: unknown): number => {
    if (Array.isArray(part)) return part.reduce<number>((sum, item) => sum + lengthOf(item) + 1, 2);
    if (!isObject(part)) return JSON.stringify(part)?.length ?? 0;
    const reference = typeof part.$ref === 'string' ? definitionLength(definitionName(part.$ref)) : 0;
    return Object.entries(part).reduce((sum, [name, value]) => sum + name.length + 4 + lengthOf(value), 2 + reference);
  };
  const definitionLength = (name: string): number => {
    const known = lengths.get(name);
    if (known !== undefined) return known;
    const length = lengthOf(definitions[name]);
    lengths.set(name, length);
    return length;
  };
  const { $defs: _, ...root } = schema;
  return lengthOf(root);
}

/** The characters of a schema as models read it. */
export function lengthOfSchema(schema: JsonSchema): number {
  return definitionsInOrder(schema) === undefined ? recursiveLength(schema) : expandedLength(schema);
}

/** The characters of a recursive schema, of which a server publishes the first levels. Infinite if it would refuse to start. */
function recursiveLength(schema: JsonSchema): number {
  const length = JSON.stringify(schema).length;
  // Published, it is longer. That takes a while, and is known to be too long.
  if (length > maxRecursiveLength) return length;
  try {
    return JSON.stringify(compileOutput(schema, { validator: acceptsAny }).jsonSchema).length;
  } catch (thrown) {
    if (!isSchemaError(thrown)) throw thrown;
    return Number.POSITIVE_INFINITY;
  }
}

const maxRecursiveLength = 20_000;
