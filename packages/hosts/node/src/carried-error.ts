/** An error as it goes from one thread to another: what `structuredClone` would leave of it is its message alone. */
export interface CarriedError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** Its own fields, such as `canRetry` of a `ToolError`. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The marks by which every copy of a package knows its errors, such as `toolwire.tool-error`. */
  readonly marks: readonly string[];
  readonly cause: CarriedError | undefined;
}

const deepestCause = 4;

/** Takes an error apart, whatever was thrown. */
export function carry(thrown: unknown, depth = 0): CarriedError {
  if (!(thrown instanceof Error)) {
    return {
      name: 'Error',
      message: `Thrown was no error, but a ${typeof thrown}.`,
      stack: undefined,
      fields: {},
      marks: [],
      cause: undefined,
    };
  }
  const { name, message, stack, cause } = thrown;
  const fields = Object.entries(thrown).filter(([field, value]) => field !== 'cause' && isPlain(value));
  return {
    name,
    message,
    stack,
    fields: Object.fromEntries(fields),
    marks: marksOf(thrown),
    cause: cause === undefined || depth === deepestCause ? undefined : carry(cause, depth + 1),
  };
}

/** Puts it together again. */
export function unload({ name, message, stack, fields, marks, cause }: CarriedError): Error {
  const error = new Error(message, cause && { cause: unload(cause) });
  const hidden = { name, stack: stack ?? error.stack };
  for (const [field, value] of Object.entries(hidden)) {
    Object.defineProperty(error, field, { value, configurable: true, writable: true });
  }
  for (const mark of marks) Object.defineProperty(error, Symbol.for(mark), { value: true });
  return Object.assign(error, fields);
}

/** Whatever cannot be sent to another thread, such as a function, would keep the whole error here. */
function isPlain(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function marksOf(error: object): string[] {
  const marks = new Set<string>();
  for (let at: unknown = error; typeof at === 'object' && at !== null; at = Object.getPrototypeOf(at)) {
    for (const symbol of Object.getOwnPropertySymbols(at)) {
      const mark = Symbol.keyFor(symbol);
      if (mark !== undefined && Reflect.get(error, symbol) === true) marks.add(mark);
    }
  }
  return [...marks];
}
