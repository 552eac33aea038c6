import { someSchema } from '@toolwire/internal/json-schema';
import { isObject, type JsonSchema, setOwn } from '../json-schema/json.ts';

/** Whether a schema names a field that every object inherits, such as `constructor`. Libraries would read the inherited member. */
export function namesInheritedMembers(schema: JsonSchema): boolean {
  return someSchema(
    schema,
    ({ properties }) => isObject(properties) && Object.keys(properties).some((name) => name in Object.prototype),
  );
}

/** Copies a JSON value into objects without a prototype. Instances, such as dates, stay as they are. */
export function withoutPrototype<T>(value: T): T {
  if (Array.isArray(value)) {
    return value.map(withoutPrototype) as T;
  }
  if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) {
    return value;
  }
  const copy = Object.create(null) as Record<string, unknown>;
  for (const key of Object.keys(value)) {
    setOwn(copy, key, withoutPrototype(value[key]));
  }
  return copy as T;
}
