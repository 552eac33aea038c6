import { isObject } from '@toolwire/internal';
import type { JsonSchema } from '../offer/model-tool.ts';

/** Whether null may fit a schema; where that is hard to tell, it may. */
export function takesNull(schema: JsonSchema): boolean {
  const { type, enum: values, anyOf } = schema;
  if (Array.isArray(values)) return values.includes(null);
  if (Object.hasOwn(schema, 'const')) return schema['const'] === null;
  if (Array.isArray(anyOf)) return anyOf.some((one: unknown) => !isObject(one) || takesNull(one));
  if (Array.isArray(type)) return type.includes('null');
  return type === undefined || type === 'null';
}
