/** A typed key under which a host hands a value of its own (such as the signed-in user) to tools. */
export interface ContextKey<T> {
  readonly id: symbol;
  readonly name: string;
  readonly defaultValue: T;
}

/** What a host hands along with a request, read by key. */
export interface ContextValues {
  get<T>(key: ContextKey<T>): T;
}

/** Makes a context key; the default is what tools read where no host has set a value. */
export function createContextKey<T>(name: string, defaultValue: T): ContextKey<T> {
  return { id: Symbol(name), name, defaultValue };
}

/** One value under one key, ready for `contextValues`. */
export type ContextEntry = readonly [key: ContextKey<unknown>, value: unknown];

/** Pairs a key with a value of its type. */
export function contextEntry<T>(key: ContextKey<T>, value: T): ContextEntry {
  return [key, value];
}

/** Collects entries into values that tools read through `context.get(key)`. */
export function contextValues(entries: readonly ContextEntry[]): ContextValues {
  const byKey = new Map<symbol, unknown>(entries.map(([key, value]) => [key.id, value]));
  return {
    get: <T>(key: ContextKey<T>): T => (byKey.has(key.id) ? (byKey.get(key.id) as T) : key.defaultValue),
  };
}

/** No values: every key reads as its default. */
export const noContextValues: ContextValues = { get: (key) => key.defaultValue };
