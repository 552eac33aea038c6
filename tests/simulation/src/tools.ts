import type { Outcome } from '@toolwire/core';
import { completed, failed, type RunEnd, type TaskCallContext } from '@toolwire/tasks';
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
