/** A typed key for a value that a host passes to tools, such as the signed-in user. */
export interface ContextKey<T> {
  readonly id: symbol;
  readonly name: string;
  readonly defaultValue: T;
}

/** The context values of a request, by key. */
export interface ContextValues {
  get<T>(key: ContextKey<T>): T;
}

/** Creates a context key. Tools read the default if the host sets no value. */
export function createContextKey<T>(name: string, defaultValue: T): ContextKey<T> {
  return { id: Symbol(name), name, defaultValue };
}

/** A key with its value, for `contextValues`. */
export type ContextEntry = readonly [key: ContextKey<unknown>, value: unknown];

/** Pairs a key with a value of its type. */
export function contextEntry<T>(key: ContextKey<T>, value: T): ContextEntry {
  return [key, value];
}

/** Creates context values from entries. Tools read them with `context.get(key)`. */
export function contextValues(entries: readonly ContextEntry[]): ContextValues {
  const byKey = new Map<symbol, unknown>(entries.map(([key, value]) => [key.id, value]));
  return {
    get: <T>(key: ContextKey<T>): T => (byKey.has(key.id) ? (byKey.get(key.id) as T) : key.defaultValue),
  };
}

/** No values: every key has its default. */
export const noContextValues: ContextValues = { get: (key) => key.defaultValue };
