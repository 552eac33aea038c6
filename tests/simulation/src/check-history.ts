import { hasEnded, type Task } from '@toolwire/tasks';
import type { History, KeyedResponse, TaskReading } from './history.ts';
import type { PlannedCall } from './planned-call.ts';
import { isRetryable, maxAttempts } from './server.ts';

/** Finds the violated guarantees of a history, each as a sentence. Calls whose writes the database lost have no guarantee (FAULT-22). */
export function checkHistory(
  history: History,
  calls: readonly PlannedCall[],
  isExempt: (name: string) => boolean,
): string[] {
  const covered = calls.filter(({ name }) => !isExempt(name));
  const noticed = history.noticed
    .filter(({ name }) => !isExempt(name))
    .map(({ name, text }) => `${text} ${name}`.trim());
  return [...noticed, ...covered.flatMap((call) => checkCall(call, history))];
}

function checkCall(call: PlannedCall, history: History): string[] {
  const { name, behavior, kind } = call;
  const effects = history.effects.get(name) ?? [];
  const violations: string[] = [];
  if (!history.answered.has(name)) {
    violations.push(
      history.acknowledged.has(name) ? `lost: ${name} was acknowledged but never ended` : `unanswered: ${name}`,
    );
  }
  // A second run is allowed only if the tool may run twice, or failed before its effect.
  if (behavior === 'once' && effects.length > 1) violations.push(`twice: ${name} had ${effects.length} effects`);
  const runs = history.runsOf(name);
  if (behavior === 'once' && runs > 1) violations.push(`again: ${name} ran ${runs} times`);
  const hasTask = kind === 'task' || kind === 'in process';
  return hasTask
    ? [
        ...violations,
        ...checkReadings(
          history.readings.filter((one) => one.call === call),
          effects,
          history,
        ),
      ]
    : [...violations, ...checkResponses(call, effects, history)];
}

function checkReadings(readings: readonly TaskReading[], effects: readonly string[], history: History): string[] {
  return readings.flatMap((reading, index) => {
    const { call, task } = reading;
    if (task === undefined) return [`missing: ${call.name} was acknowledged but does not exist`];
    const before = readings[index - 1]?.task;
    return [...checkOrder(call, before, task), ...checkEnd(call, task, reading.isCalm, effects, history)];
  });
}

/** Versions grow, and an ended task does not change, unless its retryable failure lets it run again. */
function checkOrder({ name }: PlannedCall, before: Task | undefined, task: Task): string[] {
  if (before === undefined) return [];
  if (task.version < before.version) return [`backward: ${name} had version ${before.version}, then ${task.version}`];
  if (!hasEnded(before) || isRetryable(before)) return [];
  const [first, second] = [before, task].map(({ status, result, error, message }) =>
    JSON.stringify({ status, result, error, message }),
  );
  return first === second ? [] : [`changed: ${name} ended as ${first}, then as ${second}`];
}

function checkEnd(
  { name, kind, behavior, cancelAfterMs }: PlannedCall,
  { status, result, error, message }: Task,
  isCalm: boolean,
  effects: readonly string[],
  history: History,
): string[] {
  switch (status) {
    case 'completed':
      return effects.some((effect) => effect === result)
        ? []
        : [`made up: ${name} has the result ${JSON.stringify(result)}`];
    case 'cancelled': {
      if (cancelAfterMs === undefined) return [`canceled: ${name} was not canceled by its caller`];
      const isUntrue = message?.includes('did not run') === true && history.runsOf(name) > 0;
      return isUntrue ? [`untrue: ${name} ran, but its caller read: ${message}`] : [];
    }
    case 'failed': {
      const mayHaveRun = typeof error === 'object' && error !== null && Reflect.get(error, 'mayHaveRun') === true;
      if (mayHaveRun && isCalm && history.runsOf(name) === 0 && !history.canHaveLostClaim(name)) {
        return [`blamed: ${name} never began, but its caller read: ${message}`];
      }
      if (kind === 'in process') {
        const isLost = history.disturbancesOf(name) + history.disturbancesOf(history.taskIds.get(name) ?? name) > 0;
        return isLost ? [] : [`failed: ${name} failed without a cause: ${message}`];
      }
      const isExplained =
        (behavior === 'flaky' && message === 'Try again.') ||
        (mayHaveRun && (behavior === 'once' || behavior === 'poison' || isDisturbed(name, history))) ||
        message?.includes('does not fit into the task store') === true;
      return isExplained ? [] : [`failed: ${name} failed without a cause: ${message}`];
    }
    case 'working':
    case 'input_required':
      return [];
  }
}

/** Whether a call can have lost all its attempts without a poison call. Next to one, two of its attempts can be lost to it. */
function isDisturbed(name: string, history: History): boolean {
  return history.disturbancesOf(name) >= maxAttempts - 2;
}

function checkResponses(call: PlannedCall, effects: readonly string[], history: History): string[] {
  const { name } = call;
  const responses = history.responses.filter((one) => one.call === call);
  const values = [...new Set(responses.flatMap(({ kind, value }) => (kind === 'value' ? [value] : [])))];
  const changed = values.length > 1 ? [`changed: ${name} had the results ${values.join(', ')}`] : [];
  const unstored = values.filter((value) => !history.storedResults.has(value));
  const early = unstored.map((value) => `early: ${name} had the result ${value} before it was stored`);
  return [...changed, ...early, ...responses.flatMap((response) => checkResponse(response, effects))];
}

/** The codes of refusals after which the same call may succeed. The last two come from the client. */
const temporary: ReadonlySet<string> = new Set(['unavailable', 'overloaded', 'unreachable', 'timeout']);

function checkResponse(
  { call, kind, value, code, mayHaveRun, runs, ownRuns, isCalm }: KeyedResponse,
  effects: readonly string[],
): string[] {
  const { name } = call;
  if (
    kind === 'interrupted' &&
    runs === 0 &&
    isCalm &&
    value.startsWith('An earlier run of this call was interrupted')
  ) {
    return [`blamed: ${name} never began, but its caller read: ${value}`];
  }
  if (kind === 'value' && !effects.includes(value)) return [`made up: ${name} has the result ${value}`];
  if (kind !== 'refused') return [];
  if (!temporary.has(code ?? '')) return [`refused: ${name} was refused with ${code}: ${value}`];
  // A limit of concurrent calls refuses one request. Another request with the same ID may have run.
  const isOfOneRequest = code === 'overloaded' || /in the queue|limit of concurrent calls/.test(value);
  return !mayHaveRun && (isOfOneRequest ? ownRuns : runs) > 0
    ? [`untrue: ${name} ran, but its caller read: ${value}`]
    : [];
}
