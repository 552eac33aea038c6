import { isObject } from '../json-schema/json.ts';
import { standardProps } from './standard-schema.ts';

/** The schema libraries that this package recognizes by the shape of their schemas. */
export type Library = 'zod 4' | 'zod 3' | 'valibot' | 'arktype' | 'effect' | 'other';

/** Detects the library of a schema by shape and not by class, so that several copies of a library work. */
export function libraryOf(schema: unknown): Library {
  if (zod4Definition(schema) !== undefined) {
    return 'zod 4';
  }
  if (zod3Definition(schema) !== undefined) {
    return 'zod 3';
  }
  const vendor = standardProps(schema)?.vendor;
  // Only zod 4 can look like neither, in a later release.
  if (vendor === 'zod') return 'zod 4';
  if (isEffectSchema(schema)) return 'effect';
  return vendor === 'valibot' || vendor === 'arktype' || vendor === 'effect' ? vendor : 'other';
}

/** The definition of a zod 4 or zod mini schema. */
export function zod4Definition(schema: unknown): Readonly<Record<string, unknown>> | undefined {
  const internals = member(schema, '_zod');
  const definition = member(internals, 'def');
  return isObject(definition) ? definition : undefined;
}

/** The definition of a zod 3 schema. */
export function zod3Definition(schema: unknown): Readonly<Record<string, unknown>> | undefined {
  const definition = member(schema, '_def');
  return isObject(definition) && typeof definition['typeName'] === 'string' ? definition : undefined;
}

/** Whether a value is a schema of Effect 3 or 4, which is a function with a syntax tree. */
function isEffectSchema(schema: unknown): boolean {
  return (
    member(schema, '~effect/Schema/Schema') !== undefined ||
    (typeof schema === 'function' && isObject(member(schema, 'ast')) && member(schema, 'annotations') !== undefined)
  );
}

function member(value: unknown, name: string): unknown {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
