import { type Call, type Outcome, pipeline, type Stage } from '@toolwire/core';
import type { Interruption } from '@toolwire/limits/stage';
import type { Checks } from './checks.ts';
import { isSameCall } from './is-same-call.ts';
import type { ResolvedCall } from './ready-call.ts';

/** What it takes to end calls. */
export interface CancelParts {
  readonly checks: Pick<Checks, 'resolve' | 'requirements'>;
  readonly around: readonly Pick<Stage, 'cancel'>[];
  readonly interruption: Pick<Interruption, 'cancel'>;
}

/** Makes what ends the calls that their callers have cancelled, here at once, and elsewhere by the stages that know of other processes. */
export function createCancel({ checks, around, interruption }: CancelParts): (call: Call) => Promise<void> {
  const cancel = async (meant: ResolvedCall): Promise<Outcome> => {
    interruption.cancel((running) => isSameCall(running, meant));
    for (const stage of around) await stage.cancel?.(meant);
    return { kind: 'value', value: null };
  };
  // By the same steps as the call itself: what the server finds for it tells whose it is, as what it came with does.
  const end = pipeline().use(checks.resolve).use(checks.requirements).handle(cancel);
  return async (call) => {
    // Ids of callers whom nobody knows name nothing. What comes of it is told nobody: not even whether there was such a call.
    if (call.idempotencyKey !== undefined && call.isCallerKnown === true) await end(call);
  };
}
