import type { Outcome } from '@toolwire/core';
import { describe, expect, it } from 'vitest';
import { createIdempotency, createMemoryIdempotencyStore } from '../src/index.ts';
import { idempotency } from '../src/stage.ts';
import { done, keyedCall, type ToolCall } from './calls.ts';

const never = (): never => expect.unreachable('it ran');
const report: Outcome = { kind: 'value', value: 'x'.repeat(500_000) };
const charged: Outcome = { kind: 'value', value: `charged, as this receipt says: ${'x'.repeat(2_000)}` };

const byAda = (): ToolCall => keyedCall({ principal: { id: 'ada' }, callId: 'pay', idempotencyKey: 'pay' });

/** A call of one principal who names another user each time. */
function byMallory(index: number): ToolCall {
  const context = { authorization: [], secrets: [], userId: `user-${index}` };
  const key = `call-${index}`;
  return keyedCall({ principal: { id: 'mallory' }, context, callId: key, idempotencyKey: key });
}

describe('a caller who keeps more answers than there is room for', () => {
  it('makes nobody else run twice, however many long answers there are, and whichever users are named', () => {
    const stage = idempotency();
    expect(stage(byAda(), () => charged)).toBe(charged);
    for (let index = 0; index < 2_000; index += 1) expect(stage(byMallory(index), () => report)).toBe(report);
    expect(stage(byAda(), never)).toMatchObject({ ...charged, replayed: true });
  });

  it('pushes nobody out with more short answers than there is room for, each for another user', () => {
    const stage = idempotency();
    expect(stage(byAda(), () => charged)).toBe(charged);
    for (let index = 0; index < 20_001; index += 1) void stage(byMallory(index), () => done);
    expect(stage(byAda(), never)).toMatchObject({ ...charged, replayed: true });
  });

  it('is told of earlier calls that they have run, and none runs again', () => {
    const stage = idempotency();
    for (let index = 0; index < 100; index += 1) void stage(byMallory(index), () => report);
    expect(stage(byMallory(99), never)).toMatchObject({ ...report, replayed: true });
    const first = byMallory(0);
    expect(stage(first, never)).toStrictEqual({
      kind: 'failed',
      failure: { message: 'The tool has run, but there was no room to keep its answer for another time.' },
      replayed: true,
      tool: first.tool,
    });
    expect(stage({ ...byMallory(0), input: { other: true } }, never)).toMatchObject({ code: 'call_id_conflict' });
  });

  it('may be anybody whom keyed work names as its owner', () => {
    const store = createMemoryIdempotencyStore({ maxBytesPerOwner: 10_000 });
    const orders = createIdempotency<string>({ store });
    const work = (owner: string, key: string) => ({ key, owner, fingerprint: 'same', run: () => 'x'.repeat(2_000) });
    expect(orders.run(work('ada', 'a'))).toMatchObject({ state: 'done', repeated: false });
    for (let index = 0; index < 10; index += 1) void orders.run(work('bob', `${index}`));
    expect(orders.run({ ...work('bob', '0'), run: never })).toStrictEqual({ state: 'unkept' });
    expect(orders.run({ ...work('ada', 'a'), run: never })).toMatchObject({ state: 'done', repeated: true });
  });
});
