import { type DeferredOutcome, type InputRequests, isInputRequired, type Outcome } from '@toolwire/core';
import type { ServiceTask, ServiceTasks } from '@toolwire/core/wire';
import { ownerOf } from '@toolwire/internal';
import type { ResolvedCall } from '../run/resolved-call.ts';
import { isDurable, type StartedTask, type StartOptions } from './start-task.ts';
import { expiredOutcome, isRetryable, outcomeOfTask, stoppedOutcome } from './stored-outcome.ts';
import { resultWaitMs, waitForStore, waitForUpdate } from './wait-for-store.ts';

/** A caller that waits for the outcome of a task. */
export interface OutcomeWait extends Pick<StartOptions, 'tasks' | 'report'> {
  readonly call: ResolvedCall;
  readonly task: StartedTask;
  /** How long the caller waits, in milliseconds; 0 for not at all. */
  readonly afterMs: number;
  /** Aborts when the server stops. */
  readonly stopSignal: AbortSignal;
  readonly service: ServiceTasks;
}

/**
 * Resolves to the outcome of a task, and requests input from its caller. Resolves to `deferred` when the caller stops waiting, or when the
 * server stops and another process can go on with the task.
 */
export async function waitForOutcome(wait: OutcomeWait): Promise<Outcome> {
  const { call, task, afterMs, stopSignal, service, tasks, report } = wait;
  if (afterMs === 0) return deferredOutcome(wait);
  const callerSignal = call.lifetime.signal;
  const signal = isDurable(tasks) ? AbortSignal.any([callerSignal, stopSignal]) : callerSignal;
  const until = performance.now() + afterMs;
  const target = { id: task.id, owner: ownerOf(call), signal };
  for (;;) {
    const update = await waitForUpdate(service, { ...target, ms: until - performance.now() }).catch(
      (error: unknown) => {
        // The call has started and continues. Its caller can poll when the store is back.
        report(error);
        return 'late' as const;
      },
    );
    if (update === 'gone') return expiredOutcome(call.tool);
    if (update === 'late' || update.status === 'working') return outcomeOfRunning(update, wait);
    if (update.requests === undefined) return outcomeOfEnded(update, wait);
    const outcome = await requestInput(update.requests, wait);
    if (outcome !== 'answered') return outcome;
  }
}

/** A caller that left without a call ID can't poll, so its call does not continue as a task. */
function outcomeOfRunning(update: ServiceTask | 'late', wait: OutcomeWait): Outcome {
  const { lifetime, callerCallId, tool } = wait.call;
  if (lifetime.signal.aborted && callerCallId === undefined) return expiredOutcome(tool);
  return deferredOutcome(wait, update === 'late' ? undefined : update.message);
}

async function outcomeOfEnded(ended: ServiceTask, wait: OutcomeWait): Promise<Outcome> {
  const { call, task, stopSignal, tasks, report } = wait;
  const outcome = outcomeOfTask(ended, call.tool);
  // A retryable failure is returned once. The same call ID then runs the tool again.
  if (isDurable(tasks) && call.callerCallId !== undefined && isRetryable(outcome, call.tool)) {
    const allowed = tasks.allowRestart(task.id, ownerOf(call), ended.version);
    await waitForStore(allowed, stopSignal, resultWaitMs).catch(report);
  }
  return outcome;
}

/** Requests the input of a task from its caller. Resolves to `answered` if the store has the answers. */
async function requestInput(requests: InputRequests, wait: OutcomeWait): Promise<Outcome | 'answered'> {
  const { call, task, stopSignal, tasks, report } = wait;
  const { tool } = call;
  if (call.ask === undefined) return { kind: 'input_required', requests, tool };
  try {
    const answers = await unlessAborted(call.ask(requests), stopSignal);
    if (answers === 'aborted') return isDurable(tasks) ? deferredOutcome(wait) : stoppedOutcome(tool);
    // If the store lacks the answers, the task requests them again.
    return (await isStored(tasks.answer(task.id, ownerOf(call), answers), report)) ? 'answered' : deferredOutcome(wait);
  } catch (thrown) {
    if (!isInputRequired(thrown)) throw thrown;
    return { kind: 'input_required', requests: thrown.requests, tool };
  }
}

function deferredOutcome(
  { call: { tool }, task: { id, pollAfterMs } }: OutcomeWait,
  message?: string,
): DeferredOutcome {
  return { kind: 'deferred', task: { id, pollAfterMs, ...(message !== undefined && { message }) }, tool };
}

/** Whether the store confirmed the answers. */
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
