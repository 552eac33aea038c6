import { inspect } from 'node:util';

/**
 * Copies a logged value, so that it can be sent to another thread. Its fields stay fields, because the logger masks some of
 * them. A log line must not fail the call.
 */
export function toLogData(about: unknown): unknown {
  const ancestors: unknown[] = [];
  // One copy for each error, because an error can cause itself.
  const errorFields = new Map<Error, object>();
  const copy = function (this: unknown, _name: string, value: unknown): unknown {
    if (typeof value === 'bigint') return String(value);
    if (typeof value !== 'object' || value === null) return value;
    // Only the objects that contain this value.
    ancestors.length = ancestors.indexOf(this) + 1;
    const fields = value instanceof Error ? (errorFields.get(value) ?? fieldsOf(value)) : value;
    if (ancestors.includes(fields)) return '[circular]';
    if (value instanceof Error) errorFields.set(value, fields);
    ancestors.push(fields);
    return fields;
  };
  try {
    const json = JSON.stringify(about, copy) as string | undefined;
    return json === undefined ? inspect(about) : (JSON.parse(json) as unknown);
  } catch {
    // A getter or `toJSON` throws.
    return '[unreadable]';
  }
}

/** The fields of an error. JSON omits most of them. */
function fieldsOf(error: Error): object {
  const { name, message, stack, cause } = error;
  return Object.assign({ name, message, stack }, error, { cause }, 'errors' in error && { errors: error.errors });
}
