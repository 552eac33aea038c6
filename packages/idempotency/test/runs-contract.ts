import { describe, expect, it } from 'vitest';
import { createIdempotency, type Idempotency, type KeyedResult, type KeyedWork } from '../src/index.ts';
import { all, deferred, freshKey, handedOn, kept, wait } from './claims.ts';
import type { StoreKind } from './store-contract.ts';

/** What keyed runs must do over every store; two of them on one store stand for two processes. */
export function describeRuns(name: string, kind: () => StoreKind): void {
  describe(`${name}, under keyed runs`, () => {
    const two = (): [Idempotency<string>, Idempotency<string>] => {
      const make = (): Idempotency<string> => createIdempotency<string>({ store: kind().make({ ttlMs: 60_000 }) });
      return [make(), make()];
    };
    const workOf = (
      key: string,
      run: KeyedWork<string>['run'],
      fields: Partial<KeyedWork<string>> = {},
    ): KeyedWork<string> => ({
      key,
      fingerprint: 'same',
      run,
      ...fields,
    });

    it('case 9: runs once for 50 who ask at once in two processes, and gives all of them the one answer', async () => {
      const [here, there] = two();
      const key = freshKey();
      let runs = 0;
      const work = workOf(key, async () => {
        runs += 1;
        await wait(60);
        return `run ${runs}`;
      });
      const results = await all(Array.from({ length: 50 }, (_, index) => (index % 2 ? here : there).run(work)));
      expect(runs).toBe(1);
      expect(results.map((result) => result.state === 'done' && result.answer)).toStrictEqual(Array(50).fill('run 1'));
      expect(results.filter((result) => result.state === 'done' && !result.repeated)).toHaveLength(1);
    });

    it('case 7: repeats the answer later, here and there', async () => {
      const [here, there] = two();
      const key = freshKey();
      let runs = 0;
      const work = workOf(key, () => `run ${(runs += 1)}`);
      expect(await here.run(work)).toStrictEqual({ state: 'done', answer: 'run 1', repeated: false });
      for (const one of [here, there, here]) {
        expect(await one.run(work)).toStrictEqual({ state: 'done', answer: 'run 1', repeated: true });
      }
    });

    it('case 8: never runs other work under a key, while the first runs and when it is done', async () => {
      const [here, there] = two();
      const key = freshKey();
      const gate = deferred<string>();
      const first = here.run(workOf(key, () => gate.promise));
      const other = workOf(key, () => expect.unreachable('it ran'), { fingerprint: 'other' });
      expect(await here.run(other)).toStrictEqual({ state: 'conflict' });
      await wait(20);
      expect(await there.run(other)).toStrictEqual({ state: 'conflict' });
      gate.resolve('done');
      await first;
      for (const one of [here, there]) expect(await one.run(other)).toStrictEqual({ state: 'conflict' });
    });

    it('case 10: hands on what is not kept to all who wait for it, and runs again for who asks later', async () => {
      const [here, there] = two();
      const key = freshKey();
      const gates = [deferred<string>(), deferred<string>()];
      let runs = 0;
      const work = workOf(key, () => (gates[runs++] as (typeof gates)[0]).promise, { record: handedOn });
      const waiting = [here.run(work), here.run(work)];
      await wait(20);
      waiting.push(there.run(work), there.run(work));
      await wait(50);
      gates[0]?.resolve('"try again"');
      expect(
        (await all(waiting)).map((result) => result.state === 'done' && result.answer.replaceAll('"', '')),
      ).toStrictEqual(Array(4).fill('try again'));
      expect(runs).toBe(1);
      gates[1]?.resolve('"done"');
      expect(await there.run(work)).toMatchObject({ state: 'done', answer: '"done"', repeated: false });
    });

    it('forgets what has thrown: who waits in another process runs it', async () => {
      const [here, there] = two();
      const key = freshKey();
      const gate = deferred<string>();
      const first = Promise.allSettled([
        here.run(workOf(key, () => gate.promise)),
        here.run(workOf(key, () => 'joined')),
      ]);
      await wait(20);
      const second = there.run(workOf(key, () => 'second'));
      await wait(20);
      gate.reject(new Error('broken'));
      expect((await first).map(({ status }) => status)).toStrictEqual(['rejected', 'rejected']);
      expect(await second).toStrictEqual({ state: 'done', answer: 'second', repeated: false });
      const thrower = workOf(freshKey(), () => {
        throw new Error('broken at once');
      });
      await expect((async () => here.run(thrower))()).rejects.toThrow('broken at once');
      expect(await there.run({ ...thrower, run: () => 'again' })).toMatchObject({ answer: 'again', repeated: false });
    });

    it('rule 18: does work again that nobody knows the end of only where it may be', async () => {
      const [here, there] = two();
      const results: KeyedResult<string>[] = [];
      for (const repeatable of [false, true]) {
        const key = freshKey();
        await here.run(workOf(key, () => 'cut off', { record: () => undefined }));
        results.push(await there.run(workOf(key, () => 'again', { repeatable })));
      }
      expect(results).toStrictEqual([{ state: 'in_doubt' }, { state: 'done', answer: 'again', repeated: false }]);
    });

    it('takes the answer of whoever took over, and runs nothing a second time for it', async () => {
      const [here, there] = two();
      const key = freshKey();
      const gates = [deferred<string>(), deferred<string>()];
      const store = kind().make({ ttlMs: 60_000 });
      let token = '';
      const late = here.run(workOf(key, () => (gates[0] as (typeof gates)[0]).promise));
      await wait(20);
      const seen = await store.claim({ key, fingerprint: 'same', token: 'observer', takeOver: false });
      if (seen.state === 'running') ({ token } = seen);
      await store.abandon({ key, fingerprint: 'same', token, takeOver: false });
      const next = there.run(workOf(key, () => (gates[1] as (typeof gates)[0]).promise, { repeatable: true }));
      await wait(20);
      gates[0]?.resolve('late');
      await wait(30);
      gates[1]?.resolve('next');
      expect(await next).toStrictEqual({ state: 'done', answer: 'next', repeated: false });
      expect(await late).toStrictEqual({ state: 'done', answer: 'next', repeated: true });
    });

    it('tells work apart by its whole fingerprint, however long', async () => {
      const [here, there] = two();
      const key = freshKey();
      const long = 'x'.repeat(100_000);
      const [same, other] = [`${long}1`, `${long}2`];
      expect(await here.run(workOf(key, () => 'done', { fingerprint: same }))).toMatchObject({ repeated: false });
      expect(await there.run(workOf(key, () => 'twice', { fingerprint: same }))).toMatchObject({
        answer: 'done',
        repeated: true,
      });
      expect(await there.run(workOf(key, () => 'twice', { fingerprint: other }))).toStrictEqual({ state: 'conflict' });
    });

    it('stops waiting for a run elsewhere when that has become pointless', async () => {
      const [here, there] = two();
      const key = freshKey();
      const gate = deferred<string>();
      const first = here.run(workOf(key, () => gate.promise, { record: kept }));
      await wait(20);
      let over = false;
      const second = there.run(workOf(key, () => 'twice', { isOver: () => over }));
      await wait(50);
      over = true;
      expect(await second).toMatchObject({ state: 'unavailable' });
      gate.resolve('"done"');
      await first;
    });
  });
}
