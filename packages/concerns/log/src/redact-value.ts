import { mask } from '@toolwire/internal';
import type { RedactionPaths } from './redaction-paths.ts';

/** What to mask. */
export interface Masking {
  readonly fields: RedactionPaths;
  readonly text: (text: string) => string;
  /** Secrets that are masked where a field holds nothing else, however short they are. */
  readonly whole: ReadonlySet<string>;
  /** Shows no more of errors than their names. */
  readonly errors?: 'name' | undefined;
}

const deepest = 10;
/** How many values a line holds at most: a log is no place for more. */
const mostValues = 1_000;

/** Copies a value as JSON would write it, with secrets masked. Never throws, and ends for cycles and whatever is too much for a line. */
export function redactValue(value: unknown, masking: Masking): unknown {
  return new Copy(masking).of(value, masking.fields.paths, []);
}

/** Copies a value in the same way, and masks nothing. */
export function copyOf(value: unknown): unknown {
  return redactValue(value, nothing);
}

const nothing: Masking = { fields: { isSecret: () => false, paths: [] }, text: (text) => text, whole: new Set() };

type Paths = RedactionPaths['paths'];

class Copy {
  readonly #masking: Masking;
  #left = mostValues;

  constructor(masking: Masking) {
    this.#masking = masking;
  }

  of(value: unknown, paths: Paths, above: readonly object[]): unknown {
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
    if (above.length >= deepest) return '[too deep]';
    try {
      return this.#ofObject(value, paths, [...above, value]);
    } catch {
      // A proxy, or a getter or toJSON of somebody else's, that throws.
      return '[unreadable]';
    }
  }

  #ofObject(value: object, paths: Paths, above: readonly object[]): unknown {
    if (Array.isArray(value)) {
      return this.#within(value).map((one, index) => this.#ofField(String(index), one, paths, above));
    }
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
    if (value instanceof Error) return this.#ofError(value, paths, above);
    if (writesItself(value)) return this.of(value.toJSON(), paths, above);
    const fields = Object.fromEntries(this.#fieldsOf(entriesOf(value), paths, above));
    // What was copied before, and is no object of a class, stays so.
    return Object.getPrototypeOf(value) === null ? Object.assign(Object.create(null), fields) : fields;
  }

  /** An error's own fields are not enumerable, and most loggers write those of real errors only. */
  #ofError(error: Error, paths: Paths, above: readonly object[]): unknown {
    if (this.#masking.errors === 'name') return { name: this.of(error.name, paths, above) };
    const { name, message, stack, cause } = error;
    const known: [string, unknown][] = [
      ['name', name],
      ['message', message],
      ['stack', stack],
      ...(cause === undefined ? [] : [['cause', cause] satisfies [string, unknown]]),
    ];
    const fields = this.#fieldsOf([...known, ...entriesOf(error)], paths, above);
    // Without a prototype: pino takes the name of an error's class from its constructor.
    return Object.assign(Object.create(null), Object.fromEntries(fields));
  }

  #fieldsOf(entries: readonly [string, unknown][], paths: Paths, above: readonly object[]): [string, unknown][] {
    return this.#within(entries).map(([name, value]) => [
      this.#masking.text(name),
      this.#ofField(name, value, paths, above),
    ]);
  }

  /** As many as may still be copied, and one more to say that there were more. */
  #within<T>(all: readonly T[]): readonly T[] {
    return all.slice(0, Math.max(this.#left, 0) + 1);
  }

  #ofField(name: string, value: unknown, paths: Paths, above: readonly object[]): unknown {
    if (value === undefined) return undefined;
    if (this.#masking.fields.isSecret(name)) return mask;
    const below = paths.filter(([first]) => first === name || first === '*').map(([, ...rest]) => rest);
    return below.some(({ length }) => length === 0) ? mask : this.of(value, below, above);
  }
}

/** The fields of an object; a getter that throws costs its own field alone. */
function entriesOf(value: object): [string, unknown][] {
  return Object.keys(value).map((name) => {
    try {
      return [name, Reflect.get(value, name)];
    } catch {
      return [name, '[unreadable]'];
    }
  });
}

function writesItself(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}
