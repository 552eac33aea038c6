import { assertEqual } from '@toolwire/internal';
import { type IdempotencyStoreCase, pause, storeCase, ttlMs, unique } from './case-support.ts';
import { createGate, done, workOf } from './gated-work.ts';
import { twoProcesses } from './processes.ts';

/** How long work continues without waiting callers. */
const lingerMs = 2_000;

/** Cases about callers that cancel or leave, from two simulated processes. Stores without the optional methods of a case pass. */
export const cancellationCases: readonly IdempotencyStoreCase[] = [
  storeCase('stops waiting for a run of another process when shouldStopWaiting returns true', async (subject) => {
    const [here, there] = twoProcesses(subject);
    const [key, gate] = [unique(), createGate()];
    const first = here.run(workOf(key, gate.run));
    await gate.started;
    let isOver = false;
    const second = there.run(workOf(key, () => 'second', { shouldStopWaiting: () => isOver }));
    await there.whenWaiting();
    isOver = true;
    assertEqual((await second).state, 'unavailable', 'state of the second call');
    gate.open('first');
    await first;
  }),
  storeCase('ends canceled work in any process', async (subject) => {
    const store = subject.make({ ttlMs });
    if (store.cancel === undefined || store.status === undefined) return;
    const [here, there] = twoProcesses(subject);
    for (const canceler of [here, there]) {
      const [key, ended] = [unique(), createGate()];
      const first = here.run(workOf(key, ended.run, { end: ended.open }));
      await ended.started;
      await canceler.cancel(key);
      assertEqual(await first, done('canceled'), 'result of the first call');
    }
  }),
  storeCase('ends work without waiting callers in any process, and continues work with one', async (subject) => {
    if (subject.make({ ttlMs }).status === undefined) return;
    const [here, there] = twoProcesses(subject, { lingerMs });
    const [key, ended] = [unique(), createGate()];
    const [firstCaller, secondCaller] = [new AbortController(), new AbortController()];
    let isEnded = false;
    const end = (reason: string): void => {
      isEnded = true;
      ended.open(reason);
    };
    const first = here.run(workOf(key, ended.run, { caller: firstCaller, end }));
    await ended.started;
    const second = there.run(workOf(key, () => 'second', { caller: secondCaller }));
    await there.whenWaiting();
    firstCaller.abort();
    await pause(2 * lingerMs);
    assertEqual(isEnded, false, 'whether the work was ended while another process waits');
    secondCaller.abort();
    assertEqual(await first, done('unattended'), 'result of the first call');
    assertEqual((await second).state, 'unavailable', 'state of the call that left');
  }),
];
