import type { MaybePromise, Next, Outcome, Stage } from '@toolwire/core';
import { checkNames, isPromise, ownerOf } from '@toolwire/internal';
import { callerScope } from './call/caller-scope.ts';
import { createFingerprintOf } from './call/fingerprint.ts';
import { KeyedCall } from './call/keyed-call.ts';
import { inputNotJson, outcomeOf, type ToolCall } from './call/keyed-outcomes.ts';
import { isNotRun, notRun, type RecordedOutcome, readOutcome } from './call/stored-outcome.ts';
import { createIdempotency, type IdempotencyOptions, idempotencyNames } from './idempotency.ts';
import type { KeyedResult } from './runs/keyed-work.ts';

export type { IdempotencyOptions } from './idempotency.ts';

/**
 * Runs a call with an idempotency key once. Repeated calls join the run or get its stored result. A key that was used for a
 * different call is refused. A run continues for a while after its callers left. Calls without a key pass unchanged.
 * How long a result is stored is an option of the store: for the default store, `ttlMs` in `memory-idempotency-store.ts`.
 */
export function idempotency(options: IdempotencyOptions = {}): Stage<ToolCall> {
  checkNames('idempotency()', options, idempotencyNames);
  const runner = createIdempotency<RecordedOutcome>(options, readOutcome);
  const fingerprintOf = createFingerprintOf();
  const idempotencyStage: Stage<ToolCall> = (call, next) => {
    // Only an ID that the caller chose is a key (OTC-REQ-03).
    const { callerCallId, tool } = call;
    if (callerCallId === undefined) return next();
    const fingerprint = fingerprintOf(call);
    if (fingerprint === undefined) return inputNotJson(tool);
    const owner = ownerOf(call);
    const scope = callerScope(call, owner);
    return isPromise(scope)
      ? runAfterScope(scope, callerCallId, owner, fingerprint, call, next)
      : run(new KeyedCall(scope + callerCallId, owner, fingerprint, call, next));
  };
  const { store } = options;
  const ready = store?.ready === undefined ? undefined : async () => store.ready?.();
  return Object.assign(idempotencyStage, { repeat, cancel, ready });

  function run(keyedCall: KeyedCall): MaybePromise<Outcome> {
    const result = runner.run(keyedCall);
    return isPromise(result) ? runAfterSearch(result, keyedCall) : outcomeOf(result, keyedCall.call);
  }

  /** Returns the outcome of a keyed call. If another attempt only searched for an earlier call meanwhile, the call starts again. */
  async function runAfterSearch(result: Promise<KeyedResult<RecordedOutcome>>, keyedCall: KeyedCall): Promise<Outcome> {
    const outcome = outcomeOf(await result, keyedCall.call);
    return isNotRun(outcome) && outcome.replayed === true ? run(keyedCall.restart()) : outcome;
  }

  // Not a closure in the stage: it would be created for every call, and few calls wait for their scope.
  async function runAfterScope(
    scope: Promise<string>,
    callerCallId: string,
    owner: string | undefined,
    fingerprint: string,
    call: ToolCall,
    next: Next,
  ): Promise<Outcome> {
    return run(new KeyedCall((await scope) + callerCallId, owner, fingerprint, call, next));
  }

  async function repeat(call: ToolCall): Promise<Outcome | 'new' | undefined> {
    if (call.callerCallId === undefined) return undefined;
    const outcome = await idempotencyStage(call, () => notRun);
    return isNotRun(outcome) ? 'new' : outcome;
  }

  async function cancel(call: ToolCall): Promise<void> {
    const { callerCallId } = call;
    if (callerCallId !== undefined) await runner.cancel((await callerScope(call)) + callerCallId, ownerOf(call));
  }
}
