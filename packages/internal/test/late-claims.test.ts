import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LateClaims } from '../src/index.ts';

const leaseMs = 3_000;
const ignore = (): void => undefined;

describe('late claims', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are undone at once, and again until their lease is over', async () => {
    const sentAt: number[] = [];
    const start = performance.now();
    new LateClaims(ignore).undo(leaseMs, async () => void sentAt.push(performance.now() - start));
    await vi.advanceTimersByTimeAsync(10 * leaseMs);
    expect(sentAt).toStrictEqual([0, 1_000, 2_000, 3_000]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([45_000, 60_000])('are undone every ten seconds until a lease of %i ms is over', async (longMs) => {
    const sentAt: number[] = [];
    const start = performance.now();
    new LateClaims(ignore).undo(longMs, async () => void sentAt.push(performance.now() - start));
    await vi.advanceTimersByTimeAsync(10 * longMs);
    expect(sentAt.slice(0, 2)).toStrictEqual([0, 10_000]);
    expect(sentAt.at(-1)).toBe(Math.ceil(longMs / 10_000) * 10_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('are undone again while earlier attempts have no response', async () => {
    const sentAt: number[] = [];
    const start = performance.now();
    const send = async (): Promise<void> => {
      sentAt.push(performance.now() - start);
      // The first two requests are lost, which their timeout reports later.
      await new Promise((resolve, reject) =>
        setTimeout(sentAt.length > 2 ? resolve : reject, 1_500, new Error('lost')),
      );
    };
    new LateClaims(ignore).undo(leaseMs, send);
    await vi.advanceTimersByTimeAsync(10 * leaseMs);
    expect(sentAt).toStrictEqual([0, 1_000, 2_000, 3_000, 4_000]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('are undone at most 30 times, also while no attempt has a response', async () => {
    const claims = new LateClaims(ignore);
    const respond: (() => void)[] = [];
    const send = (): Promise<void> => new Promise((resolve) => void respond.push(resolve));
    claims.undo(leaseMs, send);
    await vi.advanceTimersByTimeAsync(20 * leaseMs);
    expect(respond).toHaveLength(30);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('are undone until the store confirms it, at most for ten leases, and the last failure is reported', async () => {
    const report = vi.fn<(error: unknown) => void>();
    let failuresLeft = 6;
    let sent = 0;
    const send = (): void => {
      sent += 1;
      failuresLeft -= 1;
      if (failuresLeft >= 0) throw new Error('gone');
    };
    new LateClaims(report).undo(leaseMs, send);
    await vi.advanceTimersByTimeAsync(10 * leaseMs);
    expect(sent).toBe(7);
    expect(report).not.toHaveBeenCalled();

    failuresLeft = Number.POSITIVE_INFINITY;
    new LateClaims(report).undo(leaseMs, send);
    await vi.advanceTimersByTimeAsync(20 * leaseMs);
    expect(sent).toBe(7 + 30);
    expect(report.mock.calls).toStrictEqual([[new Error('gone')]]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('are undone only once above 1 000, until earlier ones are done', async () => {
    const claims = new LateClaims(ignore);
    let sent = 0;
    const send = (): void => void (sent += 1);
    for (let count = 0; count < 1_500; count += 1) claims.undo(leaseMs, send);
    await vi.advanceTimersByTimeAsync(2 * leaseMs);
    expect(sent).toBe(4 * 1_000 + 500);
    claims.undo(leaseMs, send);
    await vi.advanceTimersByTimeAsync(2 * leaseMs);
    expect(sent).toBe(4 * 1_001 + 500);
  });

  it('are undone every ten seconds if leases never expire', async () => {
    let sent = 0;
    new LateClaims(ignore).undo(Number.POSITIVE_INFINITY, () => void (sent += 1));
    await vi.advanceTimersByTimeAsync(15_000);
    expect(sent).toBe(2);
  });

  it('do not keep the process alive', async () => {
    const timers = vi.fn(globalThis.setInterval);
    vi.stubGlobal('setInterval', timers);
    new LateClaims(ignore).undo(leaseMs, ignore);
    await vi.advanceTimersByTimeAsync(2 * leaseMs);
    vi.unstubAllGlobals();
    expect(timers.mock.results.map(({ value }) => (value as NodeJS.Timeout).hasRef())).toStrictEqual([false]);
  });
});
