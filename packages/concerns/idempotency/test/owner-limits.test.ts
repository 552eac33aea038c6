import type { Outcome } from '@toolwire/core';
import { describe, expect, it } from 'vitest';
import { idempotency } from '../src/idempotency-stage.ts';
import { createIdempotency, createMemoryIdempotencyStore } from '../src/index.ts';
import { done, keyedCall, type ToolCall } from './calls.ts';

const never = (): never => expect.unreachable('it ran');
const report: Outcome = { kind: 'value', value: 'x'.repeat(500_000) };
const charged: Outcome = { kind: 'value', value: `charged, as this receipt says: ${'x'.repeat(2_000)}` };

const byAda = (): ToolCall => keyedCall({ principal: { id: 'ada' }, callId: 'pay', callerCallId: 'pay' });

/** A call of one principal with another user ID each time. */
function byMallory(index: number): ToolCall {
  const context = { authorization: [], secrets: [], userId: `user-${index}` };
  const key = `call-${index}`;
  return keyedCall({ principal: { id: 'mallory' }, context, callId: key, callerCallId: key });
}

describe('an owner above its quota', () => {
  it('does not evict the results of another owner by many long results with different user IDs', () => {
    const stage = idempotency();
    expect(stage(byAda(), () => charged)).toBe(charged);
    for (let index = 0; index < 2_000; index += 1) expect(stage(byMallory(index), () => report)).toBe(report);
    expect(stage(byAda(), never)).toMatchObject({ ...charged, replayed: true });
  });

  it('does not evict the results of another owner by many short results with different user IDs', () => {
    const stage = idempotency();
    expect(stage(byAda(), () => charged)).toBe(charged);
    for (let index = 0; index < 20_001; index += 1) void stage(byMallory(index), () => done);
    expect(stage(byAda(), never)).toMatchObject({ ...charged, replayed: true });
  });

  it('gets a failure for earlier calls, and none of them runs again', () => {
    const stage = idempotency();
    for (let index = 0; index < 100; index += 1) void stage(byMallory(index), () => report);
    expect(stage(byMallory(99), never)).toMatchObject({ ...report, replayed: true });
    const first = byMallory(0);
    expect(stage(first, never)).toStrictEqual({
      kind: 'failed',
      failure: { message: 'The tool has run, but its result was too large, or there was no space to store it.' },
      replayed: true,
      tool: first.tool,
    });
    expect(stage({ ...byMallory(0), input: { other: true } }, never)).toMatchObject({ code: 'call_id_conflict' });
  });

  it('is any owner that keyed work names', () => {
    const store = createMemoryIdempotencyStore({ maxBytes: 40_000 });
    const orders = createIdempotency<string>({ store });
    const work = (owner: string, key: string) => ({ key, owner, fingerprint: 'same', run: () => 'x'.repeat(2_000) });
    expect(orders.run(work('ada', 'a'))).toMatchObject({ state: 'done', repeated: false });
    for (let index = 0; index < 10; index += 1) void orders.run(work('bob', `${index}`));
    expect(orders.run({ ...work('bob', '0'), run: never })).toStrictEqual({ state: 'not_stored' });
    expect(orders.run({ ...work('ada', 'a'), run: never })).toMatchObject({ state: 'done', repeated: true });
  });
});
