import type { ToolService } from '@toolwire/core/wire';

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

/** The state of a call as the page shows it: the same words for calls, tasks and all protocols. */
export function stateText(kind: string): string {
  return stateTexts.get(kind) ?? kind;
}

/** A page of durable calls, oldest first, as the server reports it. */
export type DurablePage = NonNullable<Awaited<ReturnType<NonNullable<ToolService['operatorTasks']>['list']>>>;

/** A durable call as the server reports it. */
export type DurableTask = DurablePage['tasks'][number];

/** The state of a durable call, in the words of all calls. */
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
