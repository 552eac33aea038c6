import { type Outcome, pipeline } from '@toolwire/core';
import type { ToolService } from '@toolwire/core/wire';
import type { Checks } from './checks.ts';

/** Makes what tells, by the same steps as the call itself, whether its tool is there for its caller. */
export function createMayCall({
  resolve,
  scopes,
}: Pick<Checks, 'resolve' | 'scopes'>): NonNullable<ToolService['mayCall']> {
  const ask = pipeline()
    .use(resolve)
    .use(scopes)
    .handle(() => yes);
  return async (call) => (await ask(call)).kind === 'value';
}

const yes: Outcome = { kind: 'value', value: true };
