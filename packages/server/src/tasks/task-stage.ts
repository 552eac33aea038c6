import type { Deferral, Outcome, Stage } from '@toolwire/core';
import type { ServiceTasks } from '@toolwire/core/wire';
import { ownerOf } from '@toolwire/internal';
import type { Interruption } from '@toolwire/limits/stage';
import { mayBecomeTask, type ReadyCall, type ResolvedCall } from '../run/resolved-call.ts';
import { newCall, startFailed, startUnknown } from './start-refusals.ts';
import { isDurable, type StartOptions, startTask } from './start-task.ts';
import { canSealCredentials, hasUnstorableInput, taskIdOf, taskKeyOf } from './stored-call.ts';
import { waitForOutcome } from './wait-for-outcome.ts';
import { resultWaitMs, waitForStore } from './wait-for-store.ts';

/** Options of the task stage. */
export interface TaskStageOptions extends StartOptions {
  readonly service: ServiceTasks;
  /** How long a caller waits that can only poll with its call ID. */
  readonly deferAfterMs: number;
  /** Notifies of a shutdown. */
  readonly interruption: Pick<Interruption, 'onEnd'>;
}

/** What all calls of the stage share. */
interface Settings extends TaskStageOptions {
  readonly starts: PendingStarts;
}

/**
 * Runs calls of tools with `taskSupport` as tasks. Their callers wait a while for the result, and then get the task. A call whose caller
 * can't poll passes through.
 */
export function createTaskStage(options: TaskStageOptions): Stage<ReadyCall> {
  const { tasks, deferAfterMs } = options;
  const settings: Settings = { ...options, starts: new PendingStarts() };
  const durable = isDurable(tasks) ? tasks : undefined;
  /** How a call becomes a task; `undefined` for a call that passes through. */
  const deferralOf = (call: ResolvedCall): Deferral | undefined => {
    const { defer, callerCallId, ask } = call;
    if (defer !== undefined) return defer;
    // The caller polls with the same call ID (OTC-REQ-03). A caller that can be asked for input waits instead.
    if (durable === undefined || callerCallId === undefined || ask !== undefined) return undefined;
    // A call with secrets that must not be stored runs while its caller waits.
    return hasUnstorableInput(call) && !canSealCredentials(call, durable)
      ? undefined
      : { afterMs: deferAfterMs, askable: [] };
  };
  const deferral: Stage<ReadyCall> = (call, next) => {
    const terms = deferralOf(call);
    return terms === undefined ? next() : startAndWait(call, terms, settings);
  };
  return Object.assign(deferral, { cancel, repeat: durable && repeat });

  async function cancel(call: ResolvedCall): Promise<void> {
    const { callerCallId } = call;
    if (durable === undefined || callerCallId === undefined) return;
    await waitForStore(cancelStoredCall(taskKeyOf(call, callerCallId), ownerOf(call), settings));
  }

  async function repeat(call: ResolvedCall): Promise<Outcome | 'new' | undefined> {
    const terms = call.callerCallId === undefined || !mayBecomeTask(call) ? undefined : deferralOf(call);
    if (terms === undefined) return undefined;
    const outcome = await startAndWait(call, terms, { ...settings, onlyIfRepeated: true });
    return outcome === newCall ? 'new' : outcome;
  }
}

/** Waits until the store has the call, because it can't cancel an unknown one. */
async function cancelStoredCall(key: string, owner: string | undefined, { tasks, starts }: Settings): Promise<void> {
  await starts.settled(key);
  await tasks.cancel(await taskIdOf(key), owner);
}

/** Starts the task of a call and waits; the wait ends when the server stops. */
async function startAndWait(call: ResolvedCall, deferral: Deferral, settings: Settings): Promise<Outcome> {
  const stop = new AbortController();
  const unsubscribe = settings.interruption.onEnd(call, (reason) => {
    // The store ends canceled calls, and reports whether that was in time.
    if (reason === 'stop') stop.abort(new DOMException('The server is stopping', 'AbortError'));
  });
  try {
    return await runAsTask(call, deferral, stop.signal, settings);
  } finally {
    unsubscribe();
  }
}

async function runAsTask(
  call: ResolvedCall,
  deferral: Deferral,
  stopSignal: AbortSignal,
  settings: Settings,
): Promise<Outcome> {
  const { tasks, starts, service, report } = settings;
  const { callerCallId, tool } = call;
  const outlivesProcess = isDurable(tasks);
  // A call of this process ends with the process, and its run reports that.
  if (outlivesProcess && stopSignal.aborted) return callerCallId === undefined ? startFailed(tool) : startUnknown(call);
  // `undefined` for a task of this process, which ends with it.
  const leaveSignal = outlivesProcess ? stopSignal : undefined;
  const key = outlivesProcess && callerCallId !== undefined ? taskKeyOf(call, callerCallId) : undefined;
  const { result, withTimeout } = startTask(call, deferral, key, settings);
  if (key !== undefined) starts.add(key, result);
  const { task, refused } = await withTimeout(leaveSignal);
  if (task === undefined) return refused;
  const outcome = await waitForOutcome({ call, task, afterMs: deferral.afterMs, stopSignal, service, tasks, report });
  // The run itself may have been deferred, by another version of the tool.
  if (outcome.kind === 'deferred') return { ...outcome, tool };
  // An ended call needs no task, unless a repeated call ID must find it. Nor does a call that needs input.
  if (key === undefined || outcome.kind === 'input_required') {
    await waitForStore(tasks.remove(task.id, ownerOf(call)), leaveSignal, resultWaitMs).catch(report);
  }
  return task.repeated ? { ...outcome, replayed: true } : outcome;
}

/** Starts that the store has not confirmed yet, by the key of their call. A cancellation waits for them. */
class PendingStarts {
  readonly #pending = new Map<string, Set<Promise<unknown>>>();

  add(key: string, start: Promise<unknown>): void {
    const starts = this.#pending.get(key) ?? new Set();
    this.#pending.set(key, starts.add(start));
    const forget = (): void => {
      starts.delete(start);
      if (starts.size === 0 && this.#pending.get(key) === starts) this.#pending.delete(key);
    };
    start.then(forget, forget);
  }

  /** Resolves when the currently pending starts have settled. */
  async settled(key: string): Promise<void> {
    const pending = this.#pending.get(key);
    if (pending !== undefined) await Promise.allSettled(pending);
  }
}
