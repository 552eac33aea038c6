import { getEventListeners } from 'node:events';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { createRetryBudget } from '@toolwire/retry';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ClientOptions, createClient, type Fetch, type RetryEvent } from '../src/index.ts';
import { done, failed, refused, scriptedFetch, sentBodies } from './scripted-fetch.ts';

const url = 'https://tools.example.com/ai';
const client = (fetch: Fetch, options: Partial<ClientOptions> = {}) => createClient({ url, fetch, ...options });

describe('the delay before a retry', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(1);
  });

  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  /** The time until the second attempt; undefined if there is none within ten minutes. */
  async function waitAfter(answer: Response, options: Partial<ClientOptions> = {}): Promise<number | undefined> {
    const startedAt = performance.now();
    let secondAt: number | undefined;
    const fetch = vi.fn<Fetch>(async () => {
      if (fetch.mock.calls.length === 1) return answer;
      secondAt = performance.now();
      return done();
    });
    const result = client(fetch, { deadlineMs: 600_000, ...options }).call('Calculator.Add', {});
    await vi.runAllTimersAsync();
    await result;
    return secondAt === undefined ? undefined : secondAt - startedAt;
  }

  const now = 'Sat, 21 Nov 2026 12:00:00 GMT';
  const soon = 'Sat, 21 Nov 2026 12:00:07 GMT';

  it('is the delay of the failure, before the header and the backoff', async () => {
    expect(await waitAfter(failed({ can_retry: true, retry_after_ms: 1_500 }, { 'retry-after': '9' }))).toBe(1_500);
    expect(await waitAfter(failed({ can_retry: true, retry_after_ms: 0 }))).toBe(0);
    expect(await waitAfter(failed({ can_retry: true, retry_after_ms: 10.4 }))).toBe(11);
  });

  it('is the value of Retry-After, in seconds or as a date', async () => {
    expect(await waitAfter(failed({ can_retry: true }, { 'retry-after': '2' }))).toBe(2_000);
    expect(await waitAfter(refused(429, { 'retry-after': '3' }))).toBe(3_000);
    vi.setSystemTime(now);
    expect(await waitAfter(refused(503, { 'retry-after': soon }))).toBe(7_000);
    expect(await waitAfter(refused(503, { 'retry-after': now }))).toBe(0);
  });

  it.each([
    ['Sat, 21 Nov 2026 12:00:07 GMT', now],
    ['Saturday, 21-Nov-26 12:00:07 GMT', now],
    ['Sat Nov 21 12:00:07 2026', now],
    ['Sun Nov  1 12:00:07 2026', 'Sun, 01 Nov 2026 12:00:00 GMT'],
  ])('is until that date in each of its three forms (RFC 9110, 5.6.7): %s', async (date, from) => {
    vi.setSystemTime(from);
    expect(await waitAfter(refused(503, { 'retry-after': date }))).toBe(7_000);
  });

  it('reads a year of two digits as at most 50 years ahead', async () => {
    vi.setSystemTime(now);
    // 1994, which is in the past.
    expect(await waitAfter(refused(503, { 'retry-after': 'Sunday, 06-Nov-94 08:49:37 GMT' }))).toBe(0);
    // 2076, which is too long to wait.
    expect(await waitAfter(refused(503, { 'retry-after': 'Saturday, 21-Nov-76 12:00:00 GMT' }))).toBeUndefined();
  });

  it("uses the server's clock if it sends the time", async () => {
    vi.setSystemTime('Sun, 22 Nov 2026 00:00:00 GMT');
    expect(await waitAfter(refused(503, { 'retry-after': soon, date: now }))).toBe(7_000);
  });

  it.each([
    'soon',
    '-1',
    '',
    '1e3',
    '21 Nov 2026',
    'Sat, 99 Nov 2026 12:00:00 GMT',
    'Sat Nov 21 12:00:07 26',
    'Sat, 21-Nov-26 12:00:07 GMT',
  ])('is the backoff if Retry-After is invalid: %s', async (text) => {
    expect(await waitAfter(refused(503, { 'retry-after': text }))).toBe(250);
  });

  it.each([-1, '500', null, {}, true])('is the backoff if retry_after_ms is invalid (E34): %o', async (hint) => {
    expect(await waitAfter(failed({ can_retry: true, retry_after_ms: hint }))).toBe(250);
  });

  it.each([61_000, 1e12])('ends the retries if it is too long: %s ms', async (hint) => {
    expect(await waitAfter(failed({ can_retry: true, retry_after_ms: hint }))).toBeUndefined();
  });

  it('ends the retries at once if it exceeds the deadline', async () => {
    const fetch = scriptedFetch(failed({ can_retry: true, retry_after_ms: 30_000 }));
    const result = await client(fetch, { deadlineMs: 30_000 }).call('Calculator.Add', {});

    expect(result).toMatchObject({ kind: 'failed', failure: { canRetry: true, retryAfterMs: 30_000 }, attempts: 1 });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('doubles from attempt to attempt', async () => {
    const fetch = scriptedFetch(new TypeError('fetch failed'));
    const retries: RetryEvent[] = [];
    const options = {
      retry: { maxAttempts: 5, maxBackoffMs: 1_500 },
      onRetry: (retry: RetryEvent) => void retries.push(retry),
    };
    const call = client(fetch, options).call('Calculator.Add', {}, { callId: 'call-1' });
    await vi.runAllTimersAsync();

    expect(await call).toMatchObject({ kind: 'refused', code: 'unreachable', attempts: 5 });
    expect(retries.map(({ afterMs }) => afterMs)).toEqual([250, 500, 1_000, 1_500]);
    expect(retries[0]).toEqual({
      attempt: 1,
      afterMs: 250,
      message: 'The tool server could not be reached.',
      callId: 'call-1',
    });
  });

  it('and the attempts share the deadline', async () => {
    const fetch = scriptedFetch('hang');
    const startedAt = performance.now();
    const call = client(fetch, { timeoutMs: 1_000, deadlineMs: 1_500 }).call('Calculator.Add', {});
    await vi.runAllTimersAsync();

    expect(await call).toMatchObject({ kind: 'refused', code: 'timeout', ran: 'unknown', attempts: 2 });
    expect(performance.now() - startedAt).toBe(1_500);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a timeout', () => {
  it('is reported in whole milliseconds', async () => {
    const result = await client(scriptedFetch('hang'), { deadlineMs: 30 }).call('Calculator.Add', {});
    expect(result).toMatchObject({
      code: 'timeout',
      cause: { message: expect.stringMatching(/^Timed out after \d+ milliseconds?\.$/) as string },
    });
  });

  it.each(['before', 'while'])(
    'nothing is read after it, even if fetch ignores its signal: %s it reads',
    async (when) => {
      let answer = (): void => undefined;
      const waits = when === 'before' ? new Promise<void>((resolve) => (answer = resolve)) : undefined;
      let isCanceled = false;
      let pulls = 0;
      const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
        pulls += 1;
        await sleep(5);
        controller.enqueue(new Uint8Array(8));
      };
      const cancel = (): void => void (isCanceled = true);
      const deaf: Fetch = async () => {
        await waits;
        return new Response(new ReadableStream({ pull, cancel }));
      };
      const options = { timeoutMs: 30, retry: false } as const;
      expect(await client(deaf, options).call('Calculator.Add', {})).toMatchObject({
        kind: 'refused',
        code: 'timeout',
      });
      answer();
      await expect.poll(() => isCanceled).toBe(true);
      const atEnd = pulls;
      await sleep(30);
      expect(pulls).toBe(atEnd);
    },
  );
});

describe('an abort', () => {
  it('during the delay returns at once, and starts no further attempt', async () => {
    const caller = new AbortController();
    const fetch = scriptedFetch(failed({ can_retry: true, retry_after_ms: 30_000 }), done());
    const ended = vi.fn();
    client(fetch).call('Calculator.Add', {}, { signal: caller.signal }).catch(ended);
    await sleep(40);
    caller.abort('gone');

    await nextTurn();
    expect(ended).toHaveBeenCalledWith('gone');
    await sleep(40);
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(getEventListeners(caller.signal, 'abort')).toHaveLength(0);
  });

  it('during an attempt returns at once, aborts the request, and starts no further attempt', async () => {
    const caller = new AbortController();
    const fetch = scriptedFetch('hang');
    const ended = vi.fn();
    client(fetch).call('Calculator.Add', {}, { signal: caller.signal }).catch(ended);
    await sleep(20);
    caller.abort('gone');

    await nextTurn();
    expect(ended).toHaveBeenCalledWith('gone');
    await sleep(20);
    expect(fetch.mock.calls.filter(([address]) => address.endsWith('/tools/call'))).toHaveLength(1);
    expect(fetch.mock.calls[0]?.[1].signal?.aborted).toBe(true);
  });

  it.each(['health', 'list'] as const)('ends %s too', async (method) => {
    const caller = new AbortController();
    const listing = client(scriptedFetch('hang'))
      [method]({ signal: caller.signal })
      .catch((error: unknown) => error);
    await sleep(5);
    caller.abort('gone');
    expect(await listing).toBe('gone');
  });

  it('before the call sends nothing', async () => {
    const fetch = scriptedFetch(done());
    await expect(client(fetch).call('Calculator.Add', {}, { signal: AbortSignal.abort('gone') })).rejects.toBe('gone');
    expect(fetch).not.toHaveBeenCalled();
  });

  it('while credentials or requirements are requested sends nothing, and returns at once', async () => {
    const never = new Promise<never>(() => {});
    const fetch = scriptedFetch(Response.json({ tools: [{ id: 'A.B@1.0.0', requirements: { user_id: true } }] }));
    for (const options of [{ auth: { token: () => never } }, { requirements: { userId: () => never } }]) {
      const caller = new AbortController();
      const call = client(fetch, options)
        .call('A.B', {}, { signal: caller.signal })
        .catch((error: unknown) => error);
      await sleep(10);
      caller.abort('gone');
      expect(await call).toBe('gone');
    }
    expect(fetch.mock.calls.filter(([address]) => address.endsWith('/tools/call'))).toEqual([]);
  });
});

describe('whether the tool may have run', () => {
  const refusedLast = refused(503, { 'retry-after': '0' }, { $schema: 'otc://1.0' });
  const retry = { maxAttempts: 2, baseMs: 1 };

  it.each([
    ['was sent and lost', new TypeError('fetch failed')],
    ['ran and failed', failed({ can_retry: true, retry_after_ms: 0 })],
  ])('is unknown if an earlier attempt %s, although the last one did not run', async (_title, first) => {
    const result = await client(scriptedFetch(first, refusedLast), { retry }).call('Calculator.Add', {});

    expect(result).toMatchObject({ kind: 'refused', code: 'unavailable', ran: 'unknown', attempts: 2 });
  });

  it('is "no" if no attempt ran', async () => {
    const result = await client(scriptedFetch(refusedLast, refusedLast), { retry }).call('Calculator.Add', {});

    expect(result).toMatchObject({ kind: 'refused', ran: 'no', attempts: 2 });
  });
});

describe('the number of attempts', () => {
  const quick = { retry: { baseMs: 0 } };

  it('depends on the options of the client and of the call', async () => {
    const counts = async (options: Partial<ClientOptions>, own?: ClientOptions['retry']): Promise<number> => {
      const fetch = scriptedFetch(refused(503));
      await client(fetch, options).call('Calculator.Add', {}, own === undefined ? {} : { retry: own });
      return fetch.mock.calls.length;
    };
    expect(await counts(quick)).toBe(3);
    expect(await counts({ retry: { baseMs: 0, maxAttempts: 5 } })).toBe(5);
    expect(await counts(quick, { maxAttempts: 2 })).toBe(2);
    expect(await counts(quick, false)).toBe(1);
    expect(await counts({ retry: false })).toBe(1);
    expect(await counts({ retry: false }, { baseMs: 0, maxAttempts: 2 })).toBe(2);
    expect(await counts({ retry: { baseMs: 0, maxAttempts: 5 } }, { maxAttempts: undefined })).toBe(5);
  });

  it('of a call that may have run is one, also if the call passes whenUnknown: undefined', async () => {
    const fetch = scriptedFetch(new TypeError('fetch failed'));
    const careful = client(fetch, { retry: { baseMs: 0, whenUnknown: false } });
    await careful.call('Calculator.Add', {}, { retry: { whenUnknown: undefined } });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('of a listing follows the same rules, but never whenUnknown', async () => {
    const fetch = scriptedFetch(new TypeError('fetch failed'), refused(503), Response.json({ tools: [] }));
    const careful = { retry: { baseMs: 0, whenUnknown: false } };
    expect(await client(fetch, careful).list()).toEqual({ kind: 'listed', tools: [], warnings: [] });
    expect(fetch).toHaveBeenCalledTimes(3);
  });

  it('of a health check is one', async () => {
    const fetch = scriptedFetch(refused(503), done());
    expect(await client(fetch, quick).health()).toBe(false);
    expect(await client(fetch, quick).health()).toBe(true);
    expect(fetch).toHaveBeenCalledTimes(2);
    expect(await client(scriptedFetch(new TypeError('fetch failed'))).health()).toBe(false);
  });

  it('of all calls together is limited by the budget', async () => {
    const fetch = scriptedFetch(refused(503));
    const budget = createRetryBudget({ max: 2 });
    const results = await Promise.all([1, 2, 3].map(async () => client(fetch, { ...quick, budget }).call('A.B', {})));

    expect(fetch).toHaveBeenCalledTimes(5);
    expect(results.every(({ kind }) => kind === 'refused')).toBe(true);
  });

  it('does not change the call ID, which is new for the next call', async () => {
    const fetch = scriptedFetch(refused(503), refused(503), done());
    const caller = client(fetch, quick);
    const first = await caller.call('Calculator.Add', {});
    const second = await caller.call('Calculator.Add', {});
    const third = await caller.call('Calculator.Add', {}, { callId: 'of my own' });
    const ids = sentBodies(fetch).map((body) => /"call_id":"([^"]+)"/.exec(body)?.[1]);

    expect(ids).toEqual([first.callId, first.callId, first.callId, second.callId, 'of my own']);
    expect(first.callId).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(second.callId).not.toBe(first.callId);
    expect(third.callId).toBe('of my own');
  });

  it.each(['', null, undefined])('E36: a call has an ID, also if the given ID is invalid: %o', async (own) => {
    const fetch = scriptedFetch(done());
    const { callId } = await client(fetch).call('Calculator.Add', {}, { callId: own as unknown as string });
    expect(callId).toMatch(/^[\da-f-]{36}$/);
    expect(sentBodies(fetch)[0]).toContain(`"call_id":"${callId}"`);
  });

  it('is zero if the call ID is invalid', async () => {
    const fetch = scriptedFetch(done());
    const callWith = async (callId: unknown) => client(fetch).call('Calculator.Add', {}, { callId: callId as string });
    await expect(callWith(5)).rejects.toThrow(
      new TypeError('callId must be a string, got number. Omit it to get a random ID.'),
    );
    await expect(callWith('x'.repeat(257))).rejects.toThrow(
      new RangeError('callId has 257 characters. Servers accept at most 256.'),
    );
    expect(fetch).not.toHaveBeenCalled();
    expect(await callWith('x'.repeat(256))).toMatchObject({ kind: 'value', callId: 'x'.repeat(256) });
  });

  it('does not change if onRetry throws', async () => {
    const onRetry = vi.fn(() => {
      throw new Error('the log is gone');
    });
    const fetch = scriptedFetch(refused(503), done());
    expect(await client(fetch, { ...quick, onRetry }).call('Calculator.Add', {})).toMatchObject({ kind: 'value' });
    expect(onRetry).toHaveBeenCalledTimes(1);
  });
});

describe('invalid options', () => {
  it.each<[Partial<ClientOptions>, string]>([
    [{ timeoutMs: 0 }, 'timeoutMs must be a number of milliseconds above 0, or Infinity for no limit, got 0.'],
    [
      { timeoutMs: '60000' as unknown as number, maxResponseBytes: 1 },
      "timeoutMs must be a number of milliseconds above 0, or Infinity for no limit, got '60000'.",
    ],
    [
      { maxResponseBytes: Number.NaN },
      'maxResponseBytes must be a number of bytes above 0, or Infinity for no limit, got NaN.',
    ],
    [{ maxResponseBytes: -1 }, 'maxResponseBytes must be'],
    [
      { deadlineMs: Number.NaN },
      'deadlineMs must be a number of milliseconds above 0, or Infinity for no limit, got NaN.',
    ],
  ])('are rejected by createClient: %o', (options, message) => {
    expect(() => client(scriptedFetch(done()), options)).toThrow(message);
  });

  it('are rejected by the call, before anything is sent', async () => {
    const fetch = scriptedFetch(done());
    const needy = client(fetch, { requirements: { userId: 'user-1' } });
    await expect(needy.call('A.B', {}, { deadlineMs: 0 })).rejects.toThrow('deadlineMs must be');
    await expect(client(fetch).call('A.B', {}, { timeoutMs: -1 })).rejects.toThrow('timeoutMs must be');
    await expect(client(fetch).call('A.B', {}, { retry: { maxAttempts: 0 } })).rejects.toThrow('maxAttempts must be');
    expect(fetch).not.toHaveBeenCalled();
  });
});
