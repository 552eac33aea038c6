import type { Call, Outcome } from '@toolwire/core';
import { describe, expect, it } from 'vitest';
import { estimateBytes, runningLimit } from '../src/stages/running-limit.ts';

const done: Outcome = { kind: 'value', value: null };
const callWith = (input: unknown): Call => ({ input, context: { authorization: [], secrets: [] } }) as unknown as Call;

/** Calls that run until the test ends them. */
function manyRuns(stage: ReturnType<typeof runningLimit>) {
  const ends: ((outcome: Outcome) => void)[] = [];
  const run = (input: unknown = {}) => stage(callWith(input), () => new Promise<Outcome>((end) => void ends.push(end)));
  return { ends, run };
}

describe('a limit of concurrent calls', () => {
  it('refuses calls above the limit as overloaded, with a hint, and accepts calls after one has ended', async () => {
    const stage = runningLimit({ calls: 2, inputBytes: Number.POSITIVE_INFINITY });
    const { ends, run } = manyRuns(stage);
    const first = run();
    void run();
    expect(run()).toMatchObject({ kind: 'refused', code: 'overloaded', retryAfterMs: 1000 });
    ends[0]?.(done);
    expect(await first).toBe(done);
    expect(run()).toBeInstanceOf(Promise);
    expect(run()).toMatchObject({ code: 'overloaded' });
  });

  it('releases a synchronous or throwing call immediately', () => {
    const stage = runningLimit({ calls: 1, inputBytes: 1000 });
    for (let count = 0; count < 3; count += 1) {
      expect(stage(callWith({}), () => done)).toBe(done);
      expect(() =>
        stage(callWith({}), () => {
          throw new Error('a stage that throws');
        }),
      ).toThrow('a stage that throws');
    }
  });

  it('measures the inputs of many calls, and refuses calls beyond the memory limit', async () => {
    const stage = runningLimit({ calls: 1000, inputBytes: 10_000 });
    const { ends, run } = manyRuns(stage);
    const large = { text: 'x'.repeat(6_000) };
    for (let count = 0; count < 16; count += 1) expect(run(large)).toBeInstanceOf(Promise);
    const weighed = run(large);
    expect(weighed).toBeInstanceOf(Promise);
    expect(run(large)).toMatchObject({ code: 'overloaded' });
    expect(run({ text: 'small' })).toBeInstanceOf(Promise);
    ends[16]?.(done);
    await weighed;
    expect(run(large)).toBeInstanceOf(Promise);
  });
});

describe('the limits of running calls', () => {
  it('may be Infinity, which measures no input: a cyclic input does not block the process', () => {
    const stage = runningLimit({ calls: Number.POSITIVE_INFINITY, inputBytes: Number.POSITIVE_INFINITY });
    const { run } = manyRuns(stage);
    const input = {
      get text(): never {
        throw new Error('The input was measured.');
      },
    };
    for (let count = 0; count < 20; count += 1) expect(run(input)).toBeInstanceOf(Promise);
  });

  it.each([
    [{ calls: Number.NaN, inputBytes: 1 }, 'calls must be a number above 0, or Infinity for no limit, got NaN.'],
    [
      { calls: 1, inputBytes: Number.NaN },
      'inputBytes must be a number of bytes above 0, or Infinity for no limit, got NaN.',
    ],
  ])('must be numbers: %j', (options, message) => {
    expect(() => runningLimit(options)).toThrow(message);
  });
});

describe('the memory size of a value', () => {
  it('is counted for each part, and ends for an endless value', () => {
    expect(estimateBytes('x'.repeat(100), 1000)).toBeGreaterThanOrEqual(100);
    expect(estimateBytes(Array(100).fill({}), 1e6)).toBeGreaterThanOrEqual(5000);
    const cycle: unknown[] = [];
    cycle.push(cycle);
    expect(estimateBytes(cycle, 1000)).toBeGreaterThan(1000);
  });
});
