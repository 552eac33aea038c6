import { setTimeout as sleep } from 'node:timers/promises';
import { apiKey } from '@toolwire/auth';
import { defineTool } from '@toolwire/core';
import type { WireCodec } from '@toolwire/core/wire';
import { idempotency } from '@toolwire/idempotency/stage';
import { listen } from '@toolwire/node';
import { otc } from '@toolwire/otc';
import { createToolServer, silentLogger, type ToolServerOptions } from '@toolwire/server';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ClientOptions, createClient } from '../src/index.ts';
import { done, failed, scriptedFetch } from './scripted-fetch.ts';

/** One minute of steps. */
const manyTimes = 3_000;

const key = 'a-key-of-the-client-that-is-long-enough-0001';

/** A server with a tool of many steps, and the state of the tool. */
async function manySteps(options: Partial<ToolServerOptions>): Promise<{
  readonly url: string;
  readonly steps: () => number;
  readonly isAborted: () => boolean;
}> {
  let steps = 0;
  let isAborted = false;
  const tool = defineTool({
    id: 'Jobs.Long',
    version: '1.0.0',
    description: 'Takes many steps.',
    requirements: { authorization: [{ id: 'google' }] },
    run: async (_input, { signal }) => {
      signal.addEventListener('abort', () => (isAborted = true));
      for (; steps < manyTimes && !signal.aborted; steps += 1) await sleep(20);
      return steps;
    },
  });
  const auth = apiKey({ keys: [{ key, principal: { id: 'ada' } }] });
  const server = createToolServer({ tools: [tool], wires: [otc()], auth, logger: silentLogger, ...options });
  const listening = await listen(server, 0);
  onTestFinished(() => listening.close({ graceMs: 0, deadlineMs: 0 }));
  return { url: listening.url, steps: () => steps, isAborted: () => isAborted };
}

/** The protocol without its extension for canceling. */
function withoutCancel(codec: WireCodec): WireCodec {
  return { ...codec, routes: codec.routes.filter(({ path }) => path !== '/tools/cancel') };
}

const context = { authorization: [{ id: 'google', token: 'of-ada' }] };

describe('an abort of a call', () => {
  it.each([
    ['keeps it by its id', { around: [idempotency()] }],
    ['keeps nothing', {}],
    ['has no route for that', { wires: [withoutCancel(otc())] }],
  ])('reaches the tool of a server that %s before it ends', async (_how, options) => {
    const { url, steps, isAborted } = await manySteps(options);
    const caller = new AbortController();
    const call = createClient({ url, auth: { apiKey: key } }).call('Jobs.Long', {}, { signal: caller.signal, context });
    await expect.poll(steps).toBeGreaterThanOrEqual(3);
    caller.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    await expect.poll(isAborted).toBe(true);
    expect(steps()).toBeLessThan(manyTimes);
  });

  const calledFor = async (
    fetch: ReturnType<typeof scriptedFetch>,
    options: Partial<ClientOptions> = {},
    times = 1,
  ): Promise<readonly [string, string][]> => {
    const client = createClient({ url: 'http://127.0.0.1:1', fetch, ...options });
    for (let time = 0; time < times; time += 1) {
      const caller = new AbortController();
      const call = client.call('A.B@1.0.0', { a: 1 }, { signal: caller.signal, callId: 'call-1', context });
      call.catch(() => undefined);
      await vi.waitFor(() => expect(fetch.mock.calls.length).toBeGreaterThan(time));
      await sleep(5);
      caller.abort('gone');
      await expect(call).rejects.toBe('gone');
      await sleep(5);
    }
    return fetch.mock.calls
      .filter(([address]) => address.endsWith('/tools/cancel'))
      .map(([address, { body }]) => [address, typeof body === 'string' ? body : '']);
  };

  it('has the context of the call, but not its input', async () => {
    expect(await calledFor(scriptedFetch('hang', done()))).toStrictEqual([
      [
        'http://127.0.0.1:1/tools/cancel',
        JSON.stringify({ request: { call_id: 'call-1', tool_id: 'A.B@1.0.0', context } }),
      ],
    ]);
  });

  it('is not repeated on a server without the route', async () => {
    for (const status of [404, 405, 501]) {
      const fetch = scriptedFetch('hang', new Response(null, { status }), 'hang');
      expect(await calledFor(fetch, {}, 2)).toHaveLength(1);
    }
  });

  it('is sent for the next call even if the last one was lost', async () => {
    const fetch = scriptedFetch('hang', new TypeError('fetch failed'), 'hang', new Response(null, { status: 202 }));
    expect(await calledFor(fetch, {}, 2)).toHaveLength(2);
  });

  it('sends nothing while no call is running: after a response, before a retry', async () => {
    expect(await calledFor(scriptedFetch(failed({ can_retry: true, retry_after_ms: 30_000 })))).toStrictEqual([]);
  });

  it('is sent to a server whose response was lost, because the tool may be running', async () => {
    const fetch = scriptedFetch(new TypeError('fetch failed'), done());
    expect(await calledFor(fetch, { retry: { baseMs: 60_000, maxBackoffMs: 60_000 } })).toHaveLength(1);
  });
});
