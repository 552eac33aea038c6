import type { RedactedFields } from './secret-fields.ts';
import { createSecretMask, mask } from './secret-mask.ts';

/** Masks secrets by field name and by content. */
export interface Redactor {
  /** Masks the secrets in a string, except those with fewer than 4 characters. */
  readonly text: (text: string) => string;
  /** Returns a masked copy of a value, as JSON would serialize it. */
  readonly value: (value: unknown) => unknown;
  /** Returns a masked copy of a line's fields. */
  readonly fields: (fields: object) => object;
}

/** Creates a redactor without checking options, because the inspector page has no room for the checks. */
export function createRedactorFor(fields: RedactedFields, secrets: readonly string[], errors?: 'name'): Redactor {
  const text = createSecretMask(secrets);
  const rules = { fields, text, wholeValues: new Set(secrets.filter((secret) => secret !== '')), errors };
  return {
    text,
    value: (value) => redactValue(value, rules),
    fields: (lineFields) => {
      const redacted = redactValue(lineFields, rules);
      return typeof redacted === 'object' && redacted !== null ? redacted : { fields: redacted };
    },
  };
}

/** The fields and contents to mask. */
interface MaskRules {
  readonly fields: RedactedFields;
  readonly text: (text: string) => string;
  /** Secrets of any length that are masked if a field contains nothing else. */
  readonly wholeValues: ReadonlySet<string>;
  /** `name` reduces errors to their names. */
  readonly errors?: 'name' | undefined;
}

const maxDepth = 10;
/** The largest number of values in one line. */
const maxValues = 1_000;

/** Copies a value as JSON would serialize it, with secrets masked. Never throws, and limits cycles, depth and size. */
function redactValue(value: unknown, rules: MaskRules): unknown {
  return new ValueCopy(rules).copy(value, rules.fields.paths, []);
}

/** Copies a value as JSON would serialize it, without masking. */
export function copyValue(value: unknown): unknown {
  return redactValue(value, noMasking);
}

const noMasking: MaskRules = {
  fields: { isSecret: () => false, paths: [] },
  text: (text) => text,
  wholeValues: new Set(),
};

type Paths = RedactedFields['paths'];

class ValueCopy {
  readonly #rules: MaskRules;
  #remaining = maxValues;

  constructor(rules: MaskRules) {
    this.#rules = rules;
  }

  copy(value: unknown, paths: Paths, ancestors: readonly object[]): unknown {
    this.#remaining -= 1;
    if (this.#remaining < 0) return '[too much]';
    if (typeof value === 'string') return this.#rules.wholeValues.has(value) ? mask : this.#rules.text(value);
    if (typeof value === 'number' || typeof value === 'bigint') {
      const text = String(value);
      if (this.#rules.wholeValues.has(text)) return mask;
      return typeof value === 'bigint' ? text : value;
    }
    // JSON omits functions and symbols as fields, and writes null for them in a list.
    if (typeof value === 'function' || typeof value === 'symbol') return undefined;
    if (typeof value !== 'object' || value === null) return value;
    if (ancestors.includes(value)) return '[circular]';
    if (ancestors.length >= maxDepth) return '[too deep]';
    try {
      return this.#copyObject(value, paths, [...ancestors, value]);
    } catch {
      // A proxy, getter or `toJSON` throws.
      return '[unreadable]';
    }
  }

  #copyObject(value: object, paths: Paths, ancestors: readonly object[]): unknown {
    if (Array.isArray(value)) {
      return this.#limit(value).map((item, index) => this.#copyField(String(index), item, paths, ancestors));
    }
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
    // JSON serializes `new String` as a string.
    if (value instanceof String || value instanceof Number || value instanceof Boolean) {
      return this.copy(value.valueOf(), paths, ancestors);
    }
    if (value instanceof Error) return this.#copyError(value, paths, ancestors);
    if (hasToJson(value)) return this.copy(value.toJSON(), paths, ancestors);
    const fields = Object.fromEntries(this.#copyFields(entriesOf(value), paths, ancestors));
    // The copy of an object without a prototype has no prototype either.
    return Object.getPrototypeOf(value) === null ? Object.assign(Object.create(null), fields) : fields;
  }

  /** The fields of an error are not enumerable, so they are copied explicitly. */
  #copyError(error: Error, paths: Paths, ancestors: readonly object[]): unknown {
    if (this.#rules.errors === 'name') return { name: this.copy(error.name, paths, ancestors) };
    const { name, message, stack, cause } = error;
    const errors: unknown = Reflect.get(error, 'errors');
    const errorFields: [string, unknown][] = [
      ['name', name],
      ['message', message],
      ['stack', stack],
    ];
    if (cause !== undefined) errorFields.push(['cause', cause]);
    // The errors inside an AggregateError.
    if (Array.isArray(errors)) errorFields.push(['errors', errors]);
    const fields = this.#copyFields([...errorFields, ...entriesOf(error)], paths, ancestors);
    // Without a prototype, because pino reads the class name from the constructor.
    return Object.assign(Object.create(null), Object.fromEntries(fields));
  }

  #copyFields(entries: readonly [string, unknown][], paths: Paths, ancestors: readonly object[]): [string, unknown][] {
    return this.#limit(entries).map(([name, value]) => [
      this.#rules.text(name),
      this.#copyField(name, value, paths, ancestors),
    ]);
  }

  /** Returns the items within the limit, and one more, which is shown as `[too much]`. */
  #limit<T>(items: readonly T[]): readonly T[] {
    return items.slice(0, Math.max(this.#remaining, 0) + 1);
  }

  #copyField(name: string, value: unknown, paths: Paths, ancestors: readonly object[]): unknown {
    if (value === undefined) return undefined;
    if (this.#rules.fields.isSecret(name)) return mask;
    const below = paths.filter(([first]) => first === name || first === '*').map(([, ...rest]) => rest);
    return below.some(({ length }) => length === 0) ? mask : this.copy(value, below, ancestors);
  }
}

/** Returns the fields of an object. A throwing getter affects only its own field. */
function entriesOf(value: object): [string, unknown][] {
  return Object.keys(value).map((name) => {
    try {
      return [name, Reflect.get(value, name)];
    } catch {
      return [name, '[unreadable]'];
    }
  });
}

function hasToJson(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}
