import { type Deferral, isInputRequired, type Outcome, type Stage } from '@toolwire/core';
import type { ServiceTasks } from '@toolwire/core/wire';
import type { Interruption } from '@toolwire/limits/stage';
import { mayBecomeTask, type ReadyCall, type ResolvedCall } from '../run/resolved-call.ts';
import { newCall, startFailed, startUnknown } from './start-refusals.ts';
import { isDurable, type StartedTask, type StartOptions, startTask } from './start-task.ts';
import { canSealCredentials, hasUnstorableInput, ownerOf, taskIdOf, taskKeyOf } from './stored-call.ts';
import { expiredOutcome, isRetryable, outcomeOfTask, stoppedOutcome } from './stored-outcome.ts';
import { PendingStarts, waitForStore, waitForUpdate } from './wait.ts';

/** How long a result waits for the store to remove its task or to allow a restart, in milliseconds. It stays short, because the caller waits. */
const storeWaitMs = 1_000;

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
    return terms === undefined ? next() : start(call, terms, settings);
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
    const outcome = await start(call, terms, { ...settings, onlyIfRepeated: true });
    return outcome === newCall ? 'new' : outcome;
  }
}

/** Waits until the store has the call, because it can't cancel an unknown one. */
async function cancelStoredCall(key: string, owner: string | undefined, { tasks, starts }: Settings): Promise<void> {
  await starts.settled(key);
  await tasks.cancel(await taskIdOf(key), owner);
}

async function start(call: ResolvedCall, deferral: Deferral, settings: Settings): Promise<Outcome> {
  const stop = new AbortController();
  const unsubscribe = settings.interruption.onEnd(call, (by) => {
    // The store ends canceled calls, and reports whether that was in time.
    if (by === 'stop') stop.abort(new DOMException('The server is stopping', 'AbortError'));
  });
  try {
    // A call of this process ends with the process, and its run reports that.
    if (stop.signal.aborted && isDurable(settings.tasks)) {
      return call.callerCallId === undefined ? startFailed(call.tool) : startUnknown(call);
    }
    return await startAndWait(stop.signal, call, deferral, settings);
  } finally {
    unsubscribe();
  }
}

async function startAndWait(
  stopping: AbortSignal,
  call: ResolvedCall,
  deferral: Deferral,
  settings: Settings,
): Promise<Outcome> {
  const { tasks, starts, report } = settings;
  const { callerCallId, tool } = call;
  const stop = isDurable(tasks) ? stopping : undefined;
  const key = isDurable(tasks) && callerCallId !== undefined ? taskKeyOf(call, callerCallId) : undefined;
  const { started, withTimeout } = startTask(call, deferral, key, settings);
  if (key !== undefined) starts.add(key, started);
  const task = await withTimeout(stop);
  if ('kind' in task) return task;
  const outcome = await waitForOutcome(call, deferral, task, stopping, settings);
  if (outcome.kind === 'deferred') return { ...outcome, tool };
  // An ended call needs no task, unless a repeated call ID must find it. Nor does a call that needs input.
  if (key === undefined || outcome.kind === 'input_required') {
    await waitForStore(tasks.remove(task.id, ownerOf(call)), stop, storeWaitMs).catch(report);
  }
  return task.repeated ? { ...outcome, replayed: true } : outcome;
}

/** Waits for the result of a task, and requests input from its caller, until the caller stops waiting or the server stops. */
async function waitForOutcome(
  call: ResolvedCall,
  { afterMs }: Deferral,
  { id, pollAfterMs }: StartedTask,
  stopping: AbortSignal,
  { service, tasks, report }: Settings,
): Promise<Outcome> {
  const deferred = { kind: 'deferred', task: { id, pollAfterMs } } as const;
  if (afterMs === 0) return deferred;
  const owner = ownerOf(call);
  const callerSignal = call.lifetime.signal;
  const stop = isDurable(tasks) ? stopping : undefined;
  const signal = stop === undefined ? callerSignal : AbortSignal.any([callerSignal, stop]);
  const until = performance.now() + afterMs;
  for (;;) {
    const update = await waitForUpdate(service, { id, owner, ms: until - performance.now(), signal }).catch(
      (error: unknown) => {
        // The call has started and continues. Its caller can poll when the store is back.
        report(error);
        return 'late' as const;
      },
    );
    if (update === 'gone') return expiredOutcome(call.tool);
    const hasLeft = callerSignal.aborted && call.callerCallId === undefined;
    if (update === 'late' || update.status === 'working') {
      if (hasLeft) return expiredOutcome(call.tool);
      const message = update === 'late' ? undefined : update.message;
      return message === undefined ? deferred : { kind: 'deferred', task: { ...deferred.task, message } };
    }
    if (update.requests === undefined) {
      const outcome = outcomeOfTask(update, call.tool);
      // A retryable failure is returned once. The same call ID then runs the tool again.
      if (isDurable(tasks) && call.callerCallId !== undefined && isRetryable(outcome, call.tool)) {
        await waitForStore(tasks.allowRestart(id, owner, update.version), stop, storeWaitMs).catch(report);
      }
      return outcome;
    }
    if (call.ask === undefined) return { kind: 'input_required', requests: update.requests, tool: call.tool };
    try {
      const answers = await unlessAborted(call.ask(update.requests), stopping);
      if (answers === 'aborted') return stop === undefined ? stoppedOutcome(call.tool) : deferred;
      if (!(await isStored(tasks.answer(id, owner, answers), report))) return deferred;
    } catch (thrown) {
      if (!isInputRequired(thrown)) throw thrown;
      return { kind: 'input_required', requests: thrown.requests, tool: call.tool };
    }
  }
}

/** Whether the store confirmed the answers. If it did not and lacks them, the task requests them again. */
async function isStored(answering: Promise<unknown>, report: (error: unknown) => void): Promise<boolean> {
  try {
    await waitForStore(answering);
    return true;
  } catch (error) {
    report(error);
    return false;
  }
}

/** Resolves to `aborted` once the signal aborts, if the promise is still pending. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | 'aborted'> {
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve('aborted');
    signal.addEventListener('abort', stop, { once: true });
    promise.finally(() => signal.removeEventListener('abort', stop)).then(resolve, reject);
    if (signal.aborted) stop();
  });
}
