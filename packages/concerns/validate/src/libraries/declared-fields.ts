import { isObject, own } from '../json-schema/json.ts';
import { zod3Definition, zod4Definition } from './detect-library.ts';
import { standardProps } from './standard-schema.ts';

/** The field names of an object schema, as its library lists them. */
export function declaredFields(schema: unknown): readonly string[] | undefined {
  const zod4 = zod4Definition(schema);
  const zod3 = zod3Definition(schema);
  const shape =
    zod4?.['type'] === 'object'
      ? zod4['shape']
      : zod3?.['typeName'] === 'ZodObject'
        ? callShape(zod3)
        : valibotEntries(schema);
  return isObject(shape) ? Object.keys(shape) : undefined;
}

function callShape(definition: Readonly<Record<string, unknown>>): unknown {
  const { shape } = definition;
  return typeof shape === 'function' ? (shape as () => unknown)() : shape;
}

function valibotEntries(schema: unknown): unknown {
  return standardProps(schema)?.vendor === 'valibot' && isObject(schema) ? own(schema, 'entries') : undefined;
}
