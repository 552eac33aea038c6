import type { StandardProps, StandardResult } from './standard-schema.ts';
import { type ZodDefinition, zodDefinitions } from './zod-definitions.ts';

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
