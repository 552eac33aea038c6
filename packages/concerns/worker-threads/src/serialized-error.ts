import { inspect } from 'node:util';

/** An error that is sent between threads. `structuredClone` would only keep its message. */
export interface SerializedError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** Its fields, such as `canRetry` of a `ToolError`. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The symbols that identify errors across copies of a package, such as `toolwire.tool-error`. */
  readonly marks: readonly string[];
  readonly cause: SerializedCause | undefined;
  /** The errors inside an `AggregateError`. */
  readonly errors: readonly SerializedCause[];
}

/** A cause or an inner error: an error, or any other value as logs show it. */
type SerializedCause = { readonly error: SerializedError } | { readonly value: unknown };

const maxCauses = 4;
const maxInnerErrors = 8;

/** Serializes any thrown value. */
export function serializeError(thrown: unknown, depth = 0): SerializedError {
  if (!(thrown instanceof Error)) {
    return {
      name: 'Error',
      message: `Expected an error to be thrown, got ${typeof thrown}.`,
      stack: undefined,
      fields: {},
      marks: [],
      cause: serializeCause(thrown, depth),
      errors: [],
    };
  }
  const { name, message, stack, cause } = thrown;
  const fields = Object.entries(thrown).filter(([field, value]) => field !== 'cause' && isPlain(value));
  return {
    name,
    message,
    // With an `Error.prepareStackTrace` of the app, a stack can be a list of call sites, which can't be sent.
    stack: typeof stack === 'string' ? stack : undefined,
    fields: Object.fromEntries(fields),
    marks: marksOf(thrown),
    cause: serializeCause(cause, depth),
    errors: serializeInner(thrown, depth),
  };
}

function serializeInner(error: Error, depth: number): SerializedCause[] {
  const inner: unknown = Reflect.get(error, 'errors');
  if (!Array.isArray(inner)) return [];
  return inner.slice(0, maxInnerErrors).flatMap((each: unknown) => serializeCause(each, depth) ?? []);
}

function serializeCause(cause: unknown, depth: number): SerializedCause | undefined {
  if (cause === undefined || depth === maxCauses) return undefined;
  return cause instanceof Error ? { error: serializeError(cause, depth + 1) } : { value: toLogData(cause) };
}

/** Restores an error. */
export function deserializeError({ name, message, stack, fields, marks, cause, errors }: SerializedError): Error {
  const error = new Error(message, cause && { cause: deserializeCause(cause) });
  const inner = errors.length > 0 && { errors: errors.map(deserializeCause) };
  const hidden = { name, stack: stack ?? error.stack, ...inner };
  for (const [field, value] of Object.entries(hidden)) {
    Object.defineProperty(error, field, { value, configurable: true, writable: true });
  }
  for (const mark of marks) Object.defineProperty(error, Symbol.for(mark), { value: true });
  return Object.assign(error, fields);
}

function deserializeCause(cause: SerializedCause): unknown {
  return 'error' in cause ? deserializeError(cause.error) : cause.value;
}

/** Whether a field is sent. Objects are not sent, because an object that holds a function can't be sent to another thread. */
function isPlain(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean', 'bigint'].includes(typeof value);
}

function marksOf(error: object): string[] {
  const marks = new Set<string>();
  for (let owner: unknown = error; typeof owner === 'object' && owner !== null; owner = Object.getPrototypeOf(owner)) {
    for (const symbol of Object.getOwnPropertySymbols(owner)) {
      const mark = Symbol.keyFor(symbol);
      if (mark !== undefined && Reflect.get(error, symbol) === true) marks.add(mark);
    }
  }
  return [...marks];
}

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
