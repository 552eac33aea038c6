import type { StandardProps, StandardResult } from '../libraries/standard-schema.ts';
import { type ZodDefinition, zodDefinitions } from '../libraries/zod-definitions.ts';

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
 * zod's Standard Schema door tries without waiting first: a check that has to wait runs twice, and the promise of the
 * try is left behind, which ends the process where it rejects (colinhacks/zod#5137 and #6610, seen in zod 4.6.7 and
 * 3.25.76). Schemas whose author's functions may wait go through zod's asynchronous door instead.
 */
export function runChecksOnce(schema: unknown, validate: Validate): Validate {
  const zod = schema as ZodSchema;
  if (zod.safeParseAsync === undefined || ![...zodDefinitions(schema)].some(mayWait)) {
    return validate;
  }
  const judge = zod.safeParseAsync.bind(zod);
  return (value) => judge(value).then(readResult);
}

/** Whether a definition holds a function of the author's that zod would wait for: nothing tells such a function by its looks. */
function mayWait({ check, transform, effect }: ZodDefinition): boolean {
  return check === 'custom' || typeof transform === 'function' || effect !== undefined;
}

function readResult({ success, data, error }: ZodResult): StandardResult {
  return success ? { value: data } : { issues: error?.issues ?? [] };
}
