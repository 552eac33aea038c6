import { hasEnded } from '@toolwire/tasks';
import { noResponse } from './caller-network.ts';
import type { CallerParts } from './callers.ts';
import type { PlannedCall } from './planned-call.ts';
import { inProcessTtlMs } from './server.ts';

/** How far clocks may differ, and how long a deletion may take. */
const toleranceMs = 35_000;

/** Starts work in one process, and follows it through any process until it has ended or its TTL is over. */
export async function followInProcess(call: PlannedCall, parts: CallerParts): Promise<void> {
  const { network, history, random } = parts;
  const { name, owner } = call;
  const id = await startUntilAnswered(call, parts);
  // Without a response the caller does not know the ID, and the work may have started.
  if (id === undefined) return void history.answered.add(name);
  history.acknowledge(name, id);
  const startedAt = performance.now();
  if (call.cancelAfterMs !== undefined) {
    const cancel = async (): Promise<void> => {
      const canceled = await network.request(({ server }) => server.inProcess.cancel(id, owner));
      if (canceled !== noResponse && canceled?.changed === true) history.canceledAt.set(name, performance.now());
    };
    setTimeout(() => void cancel(), call.cancelAfterMs);
  }
  for (let readsAfterEnd = 0; readsAfterEnd < 3; ) {
    await sleep(random.between(200, 3_000));
    if (random.chance(0.1)) {
      const leaked = await network.request(({ server }) => server.inProcess.get(id, 'mallory'));
      if (leaked !== noResponse && leaked !== undefined) history.notice(name, 'leaked: another caller read the task');
    }
    const sentAt = performance.now();
    const task = await network.request(({ server }) => server.inProcess.get(id, owner));
    if (task === noResponse) continue;
    if (task === undefined) {
      // A task whose process crashed is deleted after its TTL.
      if (performance.now() - startedAt > inProcessTtlMs - toleranceMs) break;
      history.readings.push({ call, sentAt, at: performance.now(), task, isCalm: history.isCalm });
      return;
    }
    history.readings.push({ call, sentAt, at: performance.now(), task, isCalm: history.isCalm });
    if (task.status === 'input_required') {
      const answers = Object.fromEntries(Object.keys(task.requests ?? {}).map((key) => [key, owner]));
      await network.request(({ server }) => server.inProcess.answer(id, owner, answers));
    }
    if (hasEnded(task)) readsAfterEnd += 1;
    else if (performance.now() - startedAt > inProcessTtlMs + 2 * toleranceMs) return;
  }
  history.answered.add(name);
}

/** Returns the ID of the started task; `undefined` without a response. */
async function startUntilAnswered(call: PlannedCall, { network, random }: CallerParts): Promise<string | undefined> {
  for (;;) {
    const started = await network.request(({ server }) => server.startInProcess(call));
    if (started === noResponse) return undefined;
    if (started.started) return started.task.id;
    await sleep(random.between(100, 1_500));
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
