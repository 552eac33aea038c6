import type { Outcome, Stage } from '@toolwire/core';
import type { Interruption } from '@toolwire/limits/stage';
import type { ResolvedCall } from '../run/resolved-call.ts';
import { newCall } from '../tasks/start-refusals.ts';

/**
 * Finds the outcome of an earlier call with the same call ID, which was confirmed: stored, or from its run. Returns `new` for a call that a
 * later stage will store, and `undefined` for a call that no stage stores.
 */
type FindEarlierCall = (call: ResolvedCall) => Promise<Outcome | 'new' | undefined>;

type Repeat = NonNullable<Stage['repeat']>;

/** Creates the search in the stages that store calls. As in the pipeline, a shutdown ends the wait for a stage in `around`. */
export function createFindEarlierCall(
  taskStage: Pick<Stage, 'repeat'> | undefined,
  around: readonly Pick<Stage, 'repeat'>[],
  interruption: Pick<Interruption, 'stage'>,
): FindEarlierCall {
  const repeats: readonly Repeat[] = [
    taskStage?.repeat ?? [],
    ...around.map(({ repeat }) => (repeat === undefined ? [] : interruptible(repeat, interruption))),
  ].flat();
  const hasStoredTasks = taskStage?.repeat !== undefined;
  return async (call) => {
    if (call.callerCallId === undefined) return undefined;
    // The caller of a task in this process must not wait for the earlier run: it gets a new task, which joins that run.
    if (call.defer !== undefined && !hasStoredTasks) return repeats.length > 0 ? 'new' : undefined;
    for (const repeat of repeats) {
      const earlier = await repeat(call);
      if (earlier !== undefined) return earlier;
    }
    return undefined;
  };
}

/** Lets a shutdown or a cancellation end the wait of a search. */
function interruptible(repeat: Repeat, interruption: Pick<Interruption, 'stage'>): Repeat {
  return async (call) => {
    let earlier: Outcome | 'new' | undefined;
    const outcome = await interruption.stage(call, async (adds) => {
      earlier = await repeat({ ...call, ...adds });
      // A stage must return an outcome.
      return typeof earlier === 'object' ? earlier : newCall;
    });
    // Any other outcome is the earlier one, or the reason why the wait has ended.
    return outcome === newCall ? earlier : outcome;
  };
}
