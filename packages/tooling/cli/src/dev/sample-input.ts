import { type Fields, isObject } from '@toolwire/internal';

const maxDepth = 5;
// A longer text does not fit a command line.
const maxTextLength = 100;

/** Returns an input that is valid for most schemas: the required parameters with plain values. */
export function sampleInput(schema: Fields): Fields {
  const sample = sampleOf(schema, 0);
  return isObject(sample) ? sample : {};
}

function sampleOf(schema: unknown, depth: number): unknown {
  if (!isObject(schema) || depth > maxDepth) return null;
  if ('const' in schema) return schema['const'];
  if ('default' in schema) return schema['default'];
  for (const list of [schema['examples'], schema['enum']]) if (Array.isArray(list) && list.length > 0) return list[0];
  for (const branches of [schema['anyOf'], schema['oneOf']]) {
    if (Array.isArray(branches) && branches.length > 0) return sampleOf(branches[0], depth + 1);
  }
  const [type] = Array.isArray(schema['type']) ? (schema['type'] as readonly unknown[]) : [schema['type']];
  switch (type) {
    case 'object':
      return sampleObject(schema, depth);
    case 'array':
      return typeof schema['minItems'] === 'number' && schema['minItems'] > 0
        ? [sampleOf(schema['items'], depth + 1)]
        : [];
    case 'number':
    case 'integer':
      return typeof schema['minimum'] === 'number' ? schema['minimum'] : 1;
    case 'boolean':
      return true;
    case 'string':
      return typeof schema['minLength'] === 'number'
        ? 'text'.padEnd(Math.min(schema['minLength'], maxTextLength), '.')
        : 'text';
    default:
      return null;
  }
}

function sampleObject({ properties, required }: Fields, depth: number): Fields {
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  const schemas = isObject(properties) ? properties : {};
  return Object.fromEntries(
    names.map((name) => [name, Object.hasOwn(schemas, name) ? sampleOf(schemas[name], depth + 1) : null]),
  );
}
