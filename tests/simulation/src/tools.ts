import type { Outcome } from '@toolwire/core';
import { completed, failed, type RunEnd, type TaskCallContext, type TaskContext, type TaskEnd } from '@toolwire/tasks';
import type { History } from './history.ts';
import type { PlannedCall } from './planned-call.ts';
import type { Random } from './random.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import type { Trace } from './trace.ts';

/** What tools run in. */
export interface ToolParts {
  readonly process: SimulatedProcess;
  readonly history: History;
  readonly random: Random;
  readonly trace: Trace;
  readonly crash: () => void;
  /** The most keyed calls of one tool that may run at the same time in this process. */
  readonly maxConcurrent: number;
}

/** How often a flaky tool fails. */
const failures = 2;

/** Runs the tool of a task. */
export async function runTaskTool(call: PlannedCall, context: TaskCallContext, parts: ToolParts): Promise<RunEnd> {
  const { history, random, crash } = parts;
  const run = begin(call, parts);
  const { signal, saved, save, handBacks, answers } = context;
  switch (call.behavior) {
    case 'poison':
      await sleep(random.between(10, 200), signal);
      crash();
      return new Promise(() => undefined);
    case 'ask':
      if (answers['name'] === undefined) return { status: 'input_required', requests: { name: 'Which name?' } };
      break;
    case 'flaky':
      await sleep(random.between(10, 500), signal);
      if (handBacks === 0 && random.chance(0.5)) return { status: 'handed_back', againInMs: random.between(1, 1_000) };
      if (run <= failures) return failed({ canRetry: true }, 'Try again.');
      break;
    case 'steps':
      for (let step = Number(saved ?? 0); step < 2; step += 1) {
        await sleep(random.between(10, 1_500), signal);
        await save(step + 1);
      }
      break;
    case 'once':
      await sleep(random.between(10, 2_000), signal);
  }
  const result = history.affect(call, run);
  if (call.behavior === 'once') await sleep(random.between(0, 500), signal);
  return completed(result);
}

/** Runs the tool of a keyed call. */
export async function runKeyedTool(call: PlannedCall, signal: AbortSignal, parts: ToolParts): Promise<Outcome> {
  const { history, random } = parts;
  const run = begin(call, parts);
  const leave = history.enter(`${parts.process.name} Work.${call.behavior}`, call.name, parts.maxConcurrent);
  try {
    await sleep(random.between(10, 2_500), signal);
    if (call.behavior === 'flaky' && run <= failures) {
      return { kind: 'failed', failure: { message: 'Try again.', canRetry: true } };
    }
    const value = history.affect(call, run);
    await sleep(random.between(0, 500), signal);
    return { kind: 'value', value };
  } catch (error) {
    return { kind: 'failed', reason: 'interrupted', failure: { message: String(error) } };
  } finally {
    leave();
  }
}

/** The most work of one owner that runs in one process at the same time. */
export const maxInProcess = 1;

/** How soon a cancellation reaches the work, if nothing fails. */
const cancelReachMs = 5_000;

/** Runs work that does not leave its process. */
export async function runInProcess(call: PlannedCall, context: TaskContext, parts: ToolParts): Promise<TaskEnd> {
  const { history, random } = parts;
  const run = begin(call, parts);
  const leave = history.enter(`${parts.process.name} ${call.owner}`, call.name, maxInProcess);
  try {
    if (call.behavior === 'ask') await context.ask({ name: 'Which name?' });
    await sleep(random.between(10, 15_000), context.signal);
    const canceledAt = history.canceledAt.get(call.name) ?? Number.POSITIVE_INFINITY;
    if (history.isCalm && performance.now() > canceledAt + cancelReachMs) {
      history.notice(call.name, 'late: the work continued after its cancellation');
    }
    return completed(history.affect(call, run));
  } finally {
    leave();
  }
}

function begin(call: PlannedCall, { process, history, trace }: ToolParts): number {
  const run = history.begin(call);
  trace.add(process.name, `${call.name}: run ${run} begins`);
  return run;
}

/** Rejects when the signal aborts. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
