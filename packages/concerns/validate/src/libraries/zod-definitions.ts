import { zod3Definition, zod4Definition } from './detect-library.ts';
import type { StandardProps, StandardResult } from './standard-schema.ts';

/** The definition of a zod schema or check. */
type ZodDefinition = Readonly<Record<string, unknown>>;

/** Returns each definition in a schema of zod 3 or 4 once, and none for another library. Changes nothing. */
function zodDefinitions(schema: unknown): readonly ZodDefinition[] {
  const definitions: ZodDefinition[] = [];
  const seen = new Set<unknown>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || seen.has(part)) {
      return;
    }
    seen.add(part);
    const definition = zod4Definition(part) ?? zod3Definition(part);
    if (definition === undefined) {
      itemsOf(part).forEach(visit);
    } else {
      definitions.push(definition);
      childrenOf(part, definition).forEach(visit);
    }
  };
  visit(schema);
  return definitions;
}

function itemsOf(part: object): readonly unknown[] {
  return Array.isArray(part) ? part : part instanceof Map ? [...part.values()] : [];
}

function childrenOf(schema: object, definition: ZodDefinition): readonly unknown[] {
  const { shape } = definition;
  const fields = (typeof shape === 'function' ? (shape as () => unknown)() : shape) as object | undefined;
  // `defaultValue` is a getter that calls the author's function.
  const names = Object.keys(definition).filter((name) => name !== 'defaultValue' && name !== 'shape');
  return [
    ...(Object.values(fields ?? {}) as unknown[]),
    ...names.map((name) => definition[name]),
    lazyType(schema, definition),
  ];
}

/** The target of a lazy schema. Zod 4 resolves it once and caches it, as its own parsing does. */
function lazyType(schema: object, { type, typeName, getter }: ZodDefinition): unknown {
  if (type === 'lazy') {
    return (schema as { readonly _zod: { readonly innerType: unknown } })._zod.innerType;
  }
  return typeName === 'ZodLazy' ? (getter as () => unknown)() : undefined;
}

type Validate = NonNullable<StandardProps['validate']>;

interface ZodSchema {
  safeParseAsync?: (value: unknown) => Promise<ZodResult>;
}
interface ZodResult {
  readonly success: boolean;
  readonly data?: unknown;
  readonly error?: { readonly issues: StandardResult['issues'] };
}

/**
 * Zod's Standard Schema interface parses synchronously first. An async check then runs twice, and the promise of the first
 * attempt has no handler: a rejection ends the process (colinhacks/zod#5137 and #6610, seen in zod 4.6.7 and
 * 3.25.76). Schemas with functions that may be async are parsed with `safeParseAsync` instead.
 */
export function runAsyncChecksOnce(schema: unknown, validate: Validate): Validate {
  const zod = schema as ZodSchema;
  if (zod.safeParseAsync === undefined || !zodDefinitions(schema).some(mayBeAsync)) {
    return validate;
  }
  const parseAsync = zod.safeParseAsync.bind(zod);
  return (value) => parseAsync(value).then(readResult);
}

/** Whether a definition contains an author's function. Async functions can't be told apart without a call. */
function mayBeAsync({ check, transform, effect }: ZodDefinition): boolean {
  return check === 'custom' || typeof transform === 'function' || effect !== undefined;
}

function readResult({ success, data, error }: ZodResult): StandardResult {
  return success ? { value: data } : { issues: error?.issues ?? [] };
}

/** Whether a Zod 4 schema may accept another type than it returns. Otherwise one conversion shows its types. */
export function changesTypes(schema: unknown): boolean {
  return zodDefinitions(schema).some(({ type }) => type === 'pipe' || type === 'transform' || type === 'success');
}
