import { describe, expect, it } from 'vitest';
import { Later } from '../src/later.ts';

describe('a promise whose listeners hear of it at once', () => {
  it('goes on with a chain before anybody else has a turn', () => {
    const later = new Later<number>();
    const heard: unknown[] = [];
    void later.then((value) => value + 1).then((value) => heard.push(value));
    expect(heard).toEqual([]);
    later.keep(1);
    expect(heard).toEqual([2]);
  });

  it('tells who comes late, and counts the first answer only', async () => {
    const later = new Later<number>();
    later.keep(1);
    later.keep(2);
    later.break(new Error('too late'));
    expect(await later).toBe(1);
    expect(await later.then((value) => value + 1)).toBe(2);
  });

  it('waits for what a listener answers, and passes on what it throws', async () => {
    const later = new Later<number>();
    const waited = later.then((value) => Promise.resolve(value + 1));
    const thrown = later.then(() => {
      throw new TypeError('thrown by a listener');
    });
    const refused = later.then(() => Promise.reject(new TypeError('refused by a listener')));
    const ends = Promise.allSettled([waited, thrown, refused]);
    later.keep(1);
    expect(await ends).toMatchObject([
      { status: 'fulfilled', value: 2 },
      { status: 'rejected', reason: { message: 'thrown by a listener' } },
      { status: 'rejected', reason: { message: 'refused by a listener' } },
    ]);
  });

  it('is a promise to whoever takes it for one', async () => {
    const kept = new Later<number>();
    const ended: string[] = [];
    const all = Promise.all([kept, kept.finally(() => ended.push('kept')), kept.then(), kept.then(undefined)]);
    kept.keep(1);
    expect(await all).toEqual([1, 1, 1, 1]);
    expect(ended).toEqual(['kept']);
    const broken = new Later<number>();
    const caught = broken.catch((reason: unknown) => reason);
    const mended = broken.then(
      () => 'kept',
      () => 'broken',
    );
    broken.break('a reason');
    expect([await caught, await mended]).toEqual(['a reason', 'broken']);
  });
});
