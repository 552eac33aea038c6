import type { Run } from './calls/run.ts';
import type { DurableTask } from './durable-tasks.ts';
import { textOf } from './json.ts';

const stateTexts: ReadonlyMap<string, string> = new Map([
  ['value', 'Success'],
  ['artifact', 'Success'],
  ['completed', 'Success'],
  ['invalid', 'Invalid input'],
  ['refused', 'Denied'],
  ['failed', 'Failed'],
  ['broken', 'Failed'],
  ['running', 'Running'],
  ['working', 'Running'],
  ['input_required', 'Needs input'],
  ['cancelled', 'Canceled'],
  ['deferred', 'Queued'],
]);

/** Returns the state of a call as the page shows it, for the kind of an outcome or the status of a task. */
export function stateText(kind: string): string {
  return stateTexts.get(kind) ?? kind;
}

/** Returns the kind of a run's result, or whether the run waits for its user. */
export function stateOfRun({ result, inputRequests, task }: Run): string {
  if (result.value !== undefined) return result.value.kind;
  const isWaiting = inputRequests.value.length > 0 || textOf(task.value, 'status') === 'input_required';
  return isWaiting ? 'input_required' : 'running';
}

/** Returns the state of a durable call. */
export function stateOfTask({ status, attempts, lacksToolSince, message }: DurableTask): string {
  // A call that ended with a result has no message.
  if (status === 'completed' && message !== undefined) return 'failed';
  const isWaiting = attempts === 0 || lacksToolSince !== undefined;
  return status === 'working' && isWaiting ? 'deferred' : status;
}

/** Whether a durable call has ended. */
export function hasEnded({ status }: DurableTask): boolean {
  return status !== 'working' && status !== 'input_required';
}
