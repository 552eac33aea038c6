import { type IdempotencyStoreCase, pause, same, ttlMs, unique } from './case-support.ts';
import { done, gateOf, two, workOf } from './processes.ts';

/** Cases about callers that cancel or leave, from two simulated processes. */
export const cancellationCases: readonly IdempotencyStoreCase[] = [
  {
    title: 'stops waiting for a run of another process when isOver returns true',
    run: async (subject) => {
      const [here, there] = two(subject);
      const [key, gate] = [unique(), gateOf()];
      const first = here.run(workOf(key, gate.run));
      await gate.started;
      let over = false;
      const second = there.run(workOf(key, () => 'second', { shouldStopWaiting: () => over }));
      await there.waits();
      over = true;
      same((await second).state, 'unavailable', 'The state is');
      gate.open('first');
      await first;
    },
  },
  {
    title: 'ends cancelled work within about a second, in any process',
    run: async (subject) => {
      if (subject.make({ ttlMs }).status === undefined) return;
      const [here, there] = two(subject);
      for (const asked of [here, there]) {
        const [key, ended] = [unique(), gateOf()];
        const first = here.run(workOf(key, ended.run, { end: ended.open }));
        await ended.started;
        await asked.cancel(key);
        same(await first, done('cancelled'), 'The result is');
      }
    },
  },
  {
    title: 'ends work without waiting callers in any process, and continues work with one',
    run: async (subject) => {
      if (subject.make({ ttlMs }).status === undefined) return;
      const [here, there] = two(subject, { lingerMs: 2_000 });
      const [key, ended] = [unique(), gateOf()];
      const [one, other] = [new AbortController(), new AbortController()];
      let isEnded = false;
      const end = (why: string): void => {
        isEnded = true;
        ended.open(why);
      };
      const first = here.run(workOf(key, ended.run, { caller: one, end }));
      await ended.started;
      const second = there.run(workOf(key, () => 'second', { caller: other }));
      await there.waits();
      one.abort();
      await pause(4_000);
      same(isEnded, false, 'While another process waits, that it is ended is');
      other.abort();
      same(await first, done('unattended'), 'The result is');
      same((await second).state, 'unavailable', 'The caller that left gets');
    },
  },
];
