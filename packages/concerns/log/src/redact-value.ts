import { mask } from '@toolwire/internal';
import type { RedactionPaths } from './redacted-fields.ts';

/** What to mask, by field and by content. */
export interface MaskRules {
  readonly fields: RedactionPaths;
  readonly text: (text: string) => string;
  /** Secrets of any length that are masked if a field contains nothing else. */
  readonly whole: ReadonlySet<string>;
  /** `name` reduces errors to their names. */
  readonly errors?: 'name' | undefined;
}

const maxDepth = 10;
/** The largest number of values in one line. */
const maxValues = 1_000;

/** Copies a value as JSON would serialize it, with secrets masked. Never throws, and limits cycles, depth and size. */
export function redactValue(value: unknown, masking: MaskRules): unknown {
  return new Copy(masking).copy(value, masking.fields.paths, []);
}

/** Copies a value in the same way without masking. */
export function copyValue(value: unknown): unknown {
  return redactValue(value, noMasking);
}

const noMasking: MaskRules = { fields: { isSecret: () => false, paths: [] }, text: (text) => text, whole: new Set() };

type Paths = RedactionPaths['paths'];

class Copy {
  readonly #masking: MaskRules;
  #left = maxValues;

  constructor(masking: MaskRules) {
    this.#masking = masking;
  }

  copy(value: unknown, paths: Paths, above: readonly object[]): unknown {
    this.#left -= 1;
    if (this.#left < 0) return '[too much]';
    if (typeof value === 'string') return this.#masking.whole.has(value) ? mask : this.#masking.text(value);
    if (typeof value === 'number' || typeof value === 'bigint') {
      const text = String(value);
      if (this.#masking.whole.has(text)) return mask;
      return typeof value === 'bigint' ? text : value;
    }
    if (typeof value !== 'object' || value === null) return typeof value === 'function' ? undefined : value;
    if (above.includes(value)) return '[circular]';
    if (above.length >= maxDepth) return '[too deep]';
    try {
      return this.#ofObject(value, paths, [...above, value]);
    } catch {
      // A proxy, getter or `toJSON` throws.
      return '[unreadable]';
    }
  }

  #ofObject(value: object, paths: Paths, above: readonly object[]): unknown {
    if (Array.isArray(value)) {
      return this.#limit(value).map((item, index) => this.#ofField(String(index), item, paths, above));
    }
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
    // JSON serializes `new String` as a string.
    if (value instanceof String || value instanceof Number) return this.copy(value.valueOf(), paths, above);
    if (value instanceof Error) return this.#ofError(value, paths, above);
    if (hasToJson(value)) return this.copy(value.toJSON(), paths, above);
    const fields = Object.fromEntries(this.#fieldsOf(entriesOf(value), paths, above));
    // Objects without a prototype keep none.
    return Object.getPrototypeOf(value) === null ? Object.assign(Object.create(null), fields) : fields;
  }

  /** The fields of an error are not enumerable, so they are copied explicitly. */
  #ofError(error: Error, paths: Paths, above: readonly object[]): unknown {
    if (this.#masking.errors === 'name') return { name: this.copy(error.name, paths, above) };
    const { name, message, stack, cause } = error;
    const errors: unknown = Reflect.get(error, 'errors');
    const errorFields: [string, unknown][] = [
      ['name', name],
      ['message', message],
      ['stack', stack],
      ...(cause === undefined ? [] : [['cause', cause] satisfies [string, unknown]]),
      // The errors inside an AggregateError.
      ...(Array.isArray(errors) ? [['errors', errors] satisfies [string, unknown]] : []),
    ];
    const fields = this.#fieldsOf([...errorFields, ...entriesOf(error)], paths, above);
    // Without a prototype, because pino reads the class name from the constructor.
    return Object.assign(Object.create(null), Object.fromEntries(fields));
  }

  #fieldsOf(entries: readonly [string, unknown][], paths: Paths, above: readonly object[]): [string, unknown][] {
    return this.#limit(entries).map(([name, value]) => [
      this.#masking.text(name),
      this.#ofField(name, value, paths, above),
    ]);
  }

  /** The items that still fit, and one more, which is shown as `[too much]`. */
  #limit<T>(all: readonly T[]): readonly T[] {
    return all.slice(0, Math.max(this.#left, 0) + 1);
  }

  #ofField(name: string, value: unknown, paths: Paths, above: readonly object[]): unknown {
    if (value === undefined) return undefined;
    if (this.#masking.fields.isSecret(name)) return mask;
    const below = paths.filter(([first]) => first === name || first === '*').map(([, ...rest]) => rest);
    return below.some(({ length }) => length === 0) ? mask : this.copy(value, below, above);
  }
}

/** The fields of an object; a throwing getter affects only its own field. */
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
