import type { CompileOptions } from '../compile-options.ts';
import type { Issue } from '../explain/problem.ts';
import { isObject, type JsonSchema } from '../json.ts';
import { isSchemaError } from '../schema-error.ts';
import { zod3Definition, zod4Definition } from './library.ts';

/** Finds the first reason to refuse a value, fast; none for a value that its library may take. */
export type Screen = (value: unknown) => readonly Issue[];

/**
 * Makes the screen that large inputs pass before their library sees them: libraries gather an issue for each wrong
 * part, which takes seconds where there are a million.
 */
export function screenOf(schema: unknown, jsonSchema: JsonSchema, { validator }: CompileOptions): Screen | undefined {
  if (validator === undefined || takesMore(schema, new Set())) {
    return undefined;
  }
  let screen: Screen | undefined;
  return (value) => {
    // Compiled when first needed: most tools never see a large input.
    screen ??= compile(jsonSchema, validator);
    return screen(value);
  };
}

function compile(jsonSchema: JsonSchema, validator: NonNullable<CompileOptions['validator']>): Screen {
  try {
    const validate = validator.compile(jsonSchema);
    return (value) => {
      const result = validate(value);
      return result.ok ? [] : result.errors;
    };
  } catch (thrown) {
    // A validator that cannot work on this host is no loss to schemas that check themselves.
    if (isSchemaError(thrown)) {
      return () => [];
    }
    throw thrown;
  }
}

/** Whether a zod schema may take what its JSON Schema does not say: it coerces, catches, or changes the value first. */
function takesMore(part: unknown, seen: Set<unknown>): boolean {
  if (seen.has(part) || typeof part !== 'object' || part === null) {
    return false;
  }
  seen.add(part);
  const definition = zod4Definition(part) ?? zod3Definition(part);
  if (definition === undefined) {
    return (Array.isArray(part) || part instanceof Map) && [...part.values()].some((item) => takesMore(item, seen));
  }
  return isLenient(definition) || childrenOf(definition).some((child) => takesMore(child, seen));
}

type Definition = Readonly<Record<string, unknown>>;

function isLenient({ coerce, type, typeName, effect, in: first }: Definition): boolean {
  return (
    coerce === true ||
    lenientKinds.has(String(typeName ?? type)) ||
    // Both are what authors write as preprocess.
    (isObject(effect) && effect['type'] === 'preprocess') ||
    (type === 'pipe' && zod4Definition(first)?.['type'] === 'transform')
  );
}

// What a lazy schema stands for is not known before it is asked.
const lenientKinds: ReadonlySet<string> = new Set(['catch', 'lazy', 'ZodCatch', 'ZodLazy']);

function childrenOf(definition: Definition): readonly unknown[] {
  const { shape } = definition;
  const fields = (typeof shape === 'function' ? (shape as () => unknown)() : shape) as object | undefined;
  // The default is a getter that calls the author's function.
  const names = Object.keys(definition).filter((name) => name !== 'defaultValue' && name !== 'shape');
  return [...(Object.values(fields ?? {}) as unknown[]), ...names.map((name) => definition[name])];
}
