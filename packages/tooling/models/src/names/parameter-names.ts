import { isObject, markedName } from '@toolwire/internal';
import { decodeStep, holdsSchemasByName, mapSubschemas, propertyNamesIn } from '@toolwire/internal/json-schema';
import type { JsonSchema } from '../adapt/model-tool.ts';

/** Model-facing names of parameters by their own names, for those that differ. */
export type ParameterNames = ReadonlyMap<string, string>;

/** Returns unique names for the parameters, at any depth, whose own names an API rejects. */
export function nameParameters(schema: JsonSchema, accepted: RegExp): ParameterNames {
  const originalNames = new Set(propertyNamesIn(schema));
  const used = new Set([...originalNames].filter((name) => accepted.test(name)));
  const names = new Map<string, string>();
  for (const name of originalNames) {
    if (accepted.test(name)) continue;
    const plain = plainName(name);
    const modelName = accepted.test(plain) && !used.has(plain) ? plain : markedName(plain, name);
    used.add(modelName);
    names.set(name, modelName);
  }
  return names;
}

/** `$top` is `top`, and `filter[x]` is `filter_x`. */
function plainName(name: string): string {
  const letters = name.replaceAll(/[^A-Za-z0-9_]+/g, '_').replaceAll(/^_+|_+$/g, '');
  return /^[A-Za-z]/.test(letters) ? letters : `_${letters}`;
}

/** Replaces parameter names in the keywords of a schema. `withModelValues` replaces them in its values. */
export function withParameterNames(schema: JsonSchema, names: ParameterNames): JsonSchema {
  if (names.size === 0) return schema;
  const modelName = (name: string): string => names.get(name) ?? name;
  const inner = mapSubschemas(schema, (subschema) =>
    isObject(subschema) ? withParameterNames(subschema, names) : subschema,
  );
  return Object.fromEntries(
    Object.entries(inner).map(([keyword, value]) => [keyword, renamed(keyword, value, modelName)]),
  );
}

function renamed(keyword: string, value: unknown, modelName: (name: string) => string): unknown {
  if (keyword === '$ref' && typeof value === 'string') return renamedReference(value, modelName);
  if (keyword === 'required' && Array.isArray(value)) return value.map((name) => modelName(String(name)));
  if (!keyedByName.has(keyword) || !isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [
      modelName(name),
      Array.isArray(entry) ? entry.map((dependentName) => modelName(String(dependentName))) : entry,
    ]),
  );
}

/** Replaces parameter names in a reference within the schema, such as `#/properties/$filter`. */
function renamedReference(reference: string, modelName: (name: string) => string): string {
  if (!reference.startsWith('#/')) return reference;
  let keyword = '';
  const steps = reference.split('/').map((step) => {
    const name = decodeStep(step);
    if (!holdsSchemasByName(keyword)) {
      keyword = name;
      return step;
    }
    const newName = keyedByName.has(keyword) ? modelName(name) : name;
    // The step is a name, so the next one is a keyword, also after a property named `properties`.
    keyword = '';
    // Model-facing names need no escapes.
    return newName === name ? step : newName;
  });
  return steps.join('/');
}

const keyedByName: ReadonlySet<string> = new Set([
  'properties',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
]);
