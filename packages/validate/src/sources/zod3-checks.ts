import type { StandardIssue, StandardProps, StandardResult } from './standard-schema.ts';
import { Judging, watchEffects } from './zod3-effects.ts';

type Validate = NonNullable<StandardProps['validate']>;
type Result = { readonly success: boolean; readonly data?: unknown; readonly error?: Failed };
interface Failed {
  readonly issues: readonly StandardIssue[];
}
interface Zod3Schema {
  safeParse(value: unknown, params: { readonly path: readonly unknown[] }): Result;
  safeParseAsync(value: unknown, params: { readonly path: readonly unknown[] }): Promise<Result>;
}

/**
 * Judges by a zod 3 schema whose author wrote checks or transforms of its own. zod leaves the promise of a try behind
 * and starts again, and waits for its fields one after the other; here each check runs once, and none of them rejects
 * before its turn.
 */
export function runEffectsOnce(schema: unknown, validate: Validate): Validate {
  if (!watchEffects(schema, new Set())) {
    return validate;
  }
  const zod = schema as Zod3Schema;
  let mustWait = false;

  async function wait(value: unknown, judging: Judging): Promise<StandardResult> {
    judging.isTrying = false;
    const result = await zod.safeParseAsync(value, { path: [judging] });
    if (judging.failure !== undefined) {
      throw judging.failure.thrown;
    }
    return readResult(result);
  }

  return (value) => {
    const judging = new Judging();
    if (mustWait) {
      return wait(value, judging);
    }
    try {
      return readResult(zod.safeParse(value, { path: [judging] }));
    } catch (thrown) {
      if (judging.failure !== undefined) {
        throw thrown;
      }
      // zod throws where it meets a promise and may not wait.
      mustWait = true;
      return wait(value, judging);
    }
  };
}

function readResult({ success, data, error }: Result): StandardResult {
  return success
    ? { value: data }
    : { issues: (error?.issues ?? []).map((issue) => ({ ...issue, path: issue.path?.slice(1) })) };
}
