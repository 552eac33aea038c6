import { getEventListeners } from 'node:events';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { createRetryBudget } from '@toolwire/retry';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ClientOptions, type ClientRetry, createClient, type Fetch } from '../src/index.ts';
import { done, failed, refused, scriptedFetch, sentBodies } from './scripted-fetch.ts';

const url = 'https://tools.example.com/ai';
const client = (fetch: Fetch, options: Partial<ClientOptions> = {}) => createClient({ url, fetch, ...options });

describe('the wait before a retry', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(1);
  });

  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  /** How long it takes until the second attempt; undefined when there is none within ten minutes. */
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

  it('is what the failure asks for, before the header and before the backoff', async () => {
    expect(await waitAfter(failed({ can_retry: true, retry_after_ms: 1_500 }, { 'retry-after': '9' }))).toBe(1_500);
    expect(await waitAfter(failed({ can_retry: true, retry_after_ms: 0 }))).toBe(0);
    expect(await waitAfter(failed({ can_retry: true, retry_after_ms: 10.4 }))).toBe(11);
  });

  it('is what Retry-After says, in seconds or as a date', async () => {
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

  it('takes two digits of a year for one that is at most 50 years away', async () => {
    vi.setSystemTime(now);
    // 1994, and so long ago.
    expect(await waitAfter(refused(503, { 'retry-after': 'Sunday, 06-Nov-94 08:49:37 GMT' }))).toBe(0);
    // 2076, and so too long to wait.
    expect(await waitAfter(refused(503, { 'retry-after': 'Saturday, 21-Nov-76 12:00:00 GMT' }))).toBeUndefined();
  });

  it("goes by the server's clock when it tells the time", async () => {
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
  ])('is the backoff when Retry-After is nothing of the kind: %s', async (text) => {
    expect(await waitAfter(refused(503, { 'retry-after': text }))).toBe(250);
  });

  it.each([-1, '500', null, {}, true])('is the backoff when retry_after_ms is none (E34): %o', async (hint) => {
    expect(await waitAfter(failed({ can_retry: true, retry_after_ms: hint }))).toBe(250);
  });

  it.each([61_000, 1e12])('is none at all when it would be too long: %s ms', async (hint) => {
    expect(await waitAfter(failed({ can_retry: true, retry_after_ms: hint }))).toBeUndefined();
  });

  it('is none at all when it would go past the deadline: the answer is there at once', async () => {
    const fetch = scriptedFetch(failed({ can_retry: true, retry_after_ms: 30_000 }));
    const result = await client(fetch, { deadlineMs: 30_000 }).call('Calculator.Add', {});

    expect(result).toMatchObject({ kind: 'failed', failure: { canRetry: true, retryAfterMs: 30_000 }, attempts: 1 });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('doubles from attempt to attempt', async () => {
    const fetch = scriptedFetch(new TypeError('fetch failed'));
    const retries: ClientRetry[] = [];
    const options = {
      retry: { maxAttempts: 5, maxBackoffMs: 1_500 },
      onRetry: (retry: ClientRetry) => void retries.push(retry),
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

  it('and every attempt have to fit into the deadline', async () => {
    const fetch = scriptedFetch('hang');
    const startedAt = performance.now();
    const call = client(fetch, { timeoutMs: 1_000, deadlineMs: 1_500 }).call('Calculator.Add', {});
    await vi.runAllTimersAsync();

    expect(await call).toMatchObject({ kind: 'refused', code: 'timeout', ran: 'unknown', attempts: 2 });
    expect(performance.now() - startedAt).toBe(1_500);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('when the time is up', () => {
  it('that is said in whole milliseconds', async () => {
    const result = await client(scriptedFetch('hang'), { deadlineMs: 30 }).call('Calculator.Add', {});
    expect(result).toMatchObject({
      code: 'timeout',
      cause: { message: expect.stringMatching(/^There was no answer within \d+ milliseconds?\.$/) as string },
    });
  });

  it.each(['before', 'while'])(
    'nothing is read on, even of a fetch that does not heed its signal: %s it reads',
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
  it('during the wait returns at once, and starts no further attempt', async () => {
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
    const asked = client(scriptedFetch('hang'))
      [method]({ signal: caller.signal })
      .catch((error: unknown) => error);
    await sleep(5);
    caller.abort('gone');
    expect(await asked).toBe('gone');
  });

  it('that came before sends nothing', async () => {
    const fetch = scriptedFetch(done());
    await expect(client(fetch).call('Calculator.Add', {}, { signal: AbortSignal.abort('gone') })).rejects.toBe('gone');
    expect(fetch).not.toHaveBeenCalled();
  });

  it('while credentials or requirements are gathered sends nothing, and returns at once', async () => {
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

describe('how often', () => {
  const quick = { retry: { baseMs: 0 } };

  it('a request is sent is up to the client, and then to the call', async () => {
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
  });

  it('a listing is asked for follows the same rules, though never at any risk', async () => {
    const fetch = scriptedFetch(new TypeError('fetch failed'), refused(503), Response.json({ tools: [] }));
    const careful = { retry: { baseMs: 0, whenUnknown: false } };
    expect(await client(fetch, careful).list()).toEqual({ kind: 'listed', tools: [], warnings: [] });
    expect(fetch).toHaveBeenCalledTimes(3);
  });

  it('the health of a server is asked for is once', async () => {
    const fetch = scriptedFetch(refused(503), done());
    expect(await client(fetch, quick).health()).toBe(false);
    expect(await client(fetch, quick).health()).toBe(true);
    expect(fetch).toHaveBeenCalledTimes(2);
    expect(await client(scriptedFetch(new TypeError('fetch failed'))).health()).toBe(false);
  });

  it('all calls together are retried is limited by one budget', async () => {
    const fetch = scriptedFetch(refused(503));
    const budget = createRetryBudget({ max: 2, perCall: 0 });
    const results = await Promise.all([1, 2, 3].map(async () => client(fetch, { ...quick, budget }).call('A.B', {})));

    expect(fetch).toHaveBeenCalledTimes(5);
    expect(results.every(({ kind }) => kind === 'refused')).toBe(true);
  });

  it('a call is sent, it has one id; the next has another', async () => {
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

  it.each(['', null, undefined])(
    'E36: a call is sent, it has an id, also in place of one that is none: %o',
    async (own) => {
      const fetch = scriptedFetch(done());
      const { callId } = await client(fetch).call('Calculator.Add', {}, { callId: own as unknown as string });
      expect(callId).toMatch(/^[\da-f-]{36}$/);
      expect(sentBodies(fetch)[0]).toContain(`"call_id":"${callId}"`);
    },
  );

  it('a call is sent, its id is one that servers take', async () => {
    const fetch = scriptedFetch(done());
    const callWith = async (callId: unknown) => client(fetch).call('Calculator.Add', {}, { callId: callId as string });
    await expect(callWith(5)).rejects.toThrow(
      new TypeError('The callId is a number. Give a text, or leave it out to get a random one.'),
    );
    await expect(callWith('x'.repeat(257))).rejects.toThrow(
      new RangeError('The callId has 257 characters, and servers take 256 at most.'),
    );
    expect(fetch).not.toHaveBeenCalled();
    expect(await callWith('x'.repeat(256))).toMatchObject({ kind: 'value', callId: 'x'.repeat(256) });
  });

  it('a call is sent does not change when telling of it fails', async () => {
    const onRetry = vi.fn(() => {
      throw new Error('the log is gone');
    });
    const fetch = scriptedFetch(refused(503), done());
    expect(await client(fetch, { ...quick, onRetry }).call('Calculator.Add', {})).toMatchObject({ kind: 'value' });
    expect(onRetry).toHaveBeenCalledTimes(1);
  });
});

describe('options that make no sense', () => {
  it.each<[Partial<ClientOptions>, string]>([
    [{ timeoutMs: 0 }, 'timeoutMs is 0. Give a number of milliseconds above 0, or Infinity for no limit.'],
    [
      { timeoutMs: '60000' as unknown as number, maxAnswerBytes: 1 },
      "timeoutMs is '60000'. Give a number of milliseconds above 0, or Infinity for no limit.",
    ],
    [
      { maxAnswerBytes: Number.NaN },
      'maxAnswerBytes is NaN. Give a number of bytes above 0, or Infinity for no limit.',
    ],
    [{ maxAnswerBytes: -1 }, 'maxAnswerBytes is -1.'],
    [{ deadlineMs: Number.NaN }, 'deadlineMs is NaN. Give a number of milliseconds above 0, or Infinity for no limit.'],
  ])('are refused when the client is made: %o', (options, message) => {
    expect(() => client(scriptedFetch(done()), options)).toThrow(message);
  });

  it('are refused when the call is made, before anything is sent', async () => {
    const fetch = scriptedFetch(done());
    const needy = client(fetch, { requirements: { userId: 'user-1' } });
    await expect(needy.call('A.B', {}, { deadlineMs: 0 })).rejects.toThrow('deadlineMs is 0.');
    await expect(client(fetch).call('A.B', {}, { timeoutMs: -1 })).rejects.toThrow('timeoutMs is -1.');
    await expect(client(fetch).call('A.B', {}, { retry: { maxAttempts: 0 } })).rejects.toThrow('maxAttempts is 0.');
    expect(fetch).not.toHaveBeenCalled();
  });
});
