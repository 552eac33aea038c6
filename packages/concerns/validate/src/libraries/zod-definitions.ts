import { zod3Definition, zod4Definition } from './library.ts';

/** What one schema or check of zod knows of itself. */
export type ZodDefinition = Readonly<Record<string, unknown>>;

/** Every definition in a schema of zod 3 or 4, each once; none in a schema of another library. Nothing is changed by it. */
export function* zodDefinitions(part: unknown, seen: Set<unknown> = new Set()): Iterable<ZodDefinition> {
  if (seen.has(part) || typeof part !== 'object' || part === null) {
    return;
  }
  seen.add(part);
  const definition = zod4Definition(part) ?? zod3Definition(part);
  if (definition !== undefined) {
    yield definition;
  }
  for (const child of definition === undefined ? itemsOf(part) : childrenOf(part, definition)) {
    yield* zodDefinitions(child, seen);
  }
}

function itemsOf(part: object): Iterable<unknown> {
  return Array.isArray(part) || part instanceof Map ? part.values() : [];
}

function childrenOf(schema: object, definition: ZodDefinition): readonly unknown[] {
  const { shape } = definition;
  const fields = (typeof shape === 'function' ? (shape as () => unknown)() : shape) as object | undefined;
  // The default is a getter that calls the author's function.
  const names = Object.keys(definition).filter((name) => name !== 'defaultValue' && name !== 'shape');
  return [
    ...(Object.values(fields ?? {}) as unknown[]),
    ...names.map((name) => definition[name]),
    lazyType(schema, definition),
  ];
}

/** What a lazy schema stands for; zod 4 asks its author once and remembers, which its own parsing does as well. */
function lazyType(schema: object, { type, typeName, getter }: ZodDefinition): unknown {
  if (type === 'lazy') {
    return (schema as { readonly _zod: { readonly innerType: unknown } })._zod.innerType;
  }
  return typeName === 'ZodLazy' ? (getter as () => unknown)() : undefined;
}
