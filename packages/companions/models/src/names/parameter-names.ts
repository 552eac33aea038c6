import { isObject, mapSubschemas, markedName, subschemasOf } from '@toolwire/internal';
import type { JsonSchema } from '../offer/model-tool.ts';

/** The names of parameters that have another where a model reads them, by their own. */
export type ParameterNames = ReadonlyMap<string, string>;

/** Finds names for the parameters, at any depth, whose own an interface does not take; no two of a tool are alike. */
export function nameParameters(schema: JsonSchema, accepted: RegExp): ParameterNames {
  const own = new Set(propertyNames(schema));
  const taken = new Set([...own].filter((name) => accepted.test(name)));
  const names = new Map<string, string>();
  for (const name of own) {
    if (accepted.test(name)) continue;
    const plain = plainName(name);
    const given = accepted.test(plain) && !taken.has(plain) ? plain : markedName(plain, name);
    taken.add(given);
    names.set(name, given);
  }
  return names;
}

/** `$top` is `top`, and `filter[x]` is `filter_x`. */
function plainName(name: string): string {
  const letters = name.replaceAll(/[^A-Za-z0-9_]+/g, '_').replaceAll(/^_+|_+$/g, '');
  return /^[A-Za-z]/.test(letters) ? letters : `_${letters}`;
}

function propertyNames(schema: JsonSchema): readonly string[] {
  const { properties } = schema;
  const own = isObject(properties) ? Object.keys(properties) : [];
  return [
    ...own,
    ...subschemasOf(schema).flatMap(({ subschema }) => (isObject(subschema) ? propertyNames(subschema) : [])),
  ];
}

/** Writes a schema with the names that a model reads, wherever a keyword has names of parameters. */
export function withParameterNames(schema: JsonSchema, names: ParameterNames): JsonSchema {
  if (names.size === 0) return schema;
  const told = (name: string): string => names.get(name) ?? name;
  const inner = mapSubschemas(schema, (subschema) =>
    isObject(subschema) ? withParameterNames(subschema, names) : subschema,
  );
  return Object.fromEntries(Object.entries(inner).map(([keyword, value]) => [keyword, renamed(keyword, value, told)]));
}

function renamed(keyword: string, value: unknown, told: (name: string) => string): unknown {
  if (keyword === 'required' && Array.isArray(value)) return value.map((name) => told(String(name)));
  if (!keyedByName.has(keyword) || !isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      told(name),
      Array.isArray(one) ? one.map((other) => told(String(other))) : one,
    ]),
  );
}

const keyedByName: ReadonlySet<string> = new Set([
  'properties',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
]);
