import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleProgram } from '@toolwire/programs';
import { type ReportingProcess, startReporting } from '@toolwire/programs/reporting-process';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type ClientOptions, createClient, type RunningCall } from '../src/index.ts';
import type { FollowSettings } from './follow-program.ts';
import { done, failed, refused, scriptedFetch, sentBodies } from './scripted-fetch.ts';

const running = (afterMs = 1): Response =>
  failed(
    { message: 'The tool is still running', can_retry: true, retry_after_ms: afterMs },
    { 'call-running': 'true' },
  );

const clientOf = (fetch: ClientOptions['fetch'], options: Partial<ClientOptions> = {}) =>
  createClient({ url: 'http://127.0.0.1:1', fetch, ...options });

describe('a background call', () => {
  it('is repeated with its ID until it has ended', async () => {
    const fetch = scriptedFetch(...Array.from({ length: 7 }, () => running()), done(42));
    const events: RunningCall[] = [];
    const result = await clientOf(fetch, { follow: { onRunning: (event) => events.push(event) } }).call(
      'Work.Steps',
      {},
      { callId: 'call-1' },
    );
    expect(result).toEqual({ kind: 'value', value: 42, callId: 'call-1', attempts: 8 });
    expect(events).toHaveLength(7);
    expect(events[0]).toEqual({ callId: 'call-1', message: 'The tool is still running', afterMs: 1 });
    expect(new Set(sentBodies(fetch)).size).toBe(1);
  });

  it('is repeated while a server is unavailable, but not after a rejection', async () => {
    const away = [running(), new TypeError('fetch failed'), refused(503), running(), done('here')];
    const retry = { baseMs: 1, maxBackoffMs: 1, maxAttempts: 1 };
    expect(await clientOf(scriptedFetch(...away), { retry }).call('Work.Steps')).toMatchObject({
      kind: 'value',
      value: 'here',
    });
    const gone = scriptedFetch(running(), refused(400), done());
    expect(await clientOf(gone, { retry }).call('Work.Steps')).toMatchObject({ kind: 'refused', code: 'rejected' });
  });

  it.each<[how: string, options: ClientOptions['follow']]>([
    ['not followed where that is turned off', false],
    ['given up where the next time to ask is past the limit', { maxMs: 10 }],
  ])('is %s, and the result contains that it is running', async (_how, follow) => {
    const fetch = scriptedFetch(running(60_000), done());
    const result = await clientOf(fetch).call('Work.Steps', {}, { callId: 'call-1', follow });
    expect(result).toEqual({
      kind: 'failed',
      isRunning: true,
      failure: { message: 'The tool is still running', canRetry: true, retryAfterMs: 60_000 },
      callId: 'call-1',
      attempts: 1,
    });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('keeps the options of the client that are undefined for the call', async () => {
    const fetch = scriptedFetch(running(60_000), done());
    const client = clientOf(fetch, { follow: { maxMs: 10 } });
    const result = await client.call('Work.Steps', {}, { follow: { maxMs: undefined } });
    expect(result).toMatchObject({ kind: 'failed', isRunning: true });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('is canceled by an abort between two requests', async () => {
    const fetch = scriptedFetch(running(60_000), Response.json({}));
    const caller = new AbortController();
    const follow = { onRunning: () => queueMicrotask(() => caller.abort(new Error('enough'))) };
    await expect(clientOf(fetch).call('Work.Steps', {}, { signal: caller.signal, follow })).rejects.toThrow('enough');
    expect(fetch.mock.calls.map(([url]) => new URL(url).pathname)).toEqual(['/tools/call', '/tools/cancel']);
  });

  it('is not a retry of a failed tool', async () => {
    const fetch = scriptedFetch(failed({ can_retry: true, retry_after_ms: 1 }));
    expect(await clientOf(fetch).call('Work.Steps')).toMatchObject({ kind: 'failed', attempts: 3 });
  });

  it.each<object>([{ follow: { maxMs: -1 } }, { follow: { onProgress: () => undefined } }])(
    'refuses the options %j',
    (options) => {
      expect(() => clientOf(undefined, options)).toThrow(/maxMs|onProgress/);
    },
  );
});

describe('a call that one process stores and another runs', () => {
  const program = bundleProgram(new URL('./follow-program.ts', import.meta.url));
  const hasSqlite = process.getBuiltinModule?.('node:sqlite') !== undefined;
  const libsql = hasSqlite ? undefined : pathToFileURL(createRequire(import.meta.url).resolve('libsql')).href;
  let file = '';
  beforeEach(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'follow-'));
    file = join(folder, 'tasks.db');
    return () => rm(folder, { recursive: true });
  });
  const start = async (
    role: FollowSettings['role'],
    waits = false,
  ): Promise<ReportingProcess<{ readonly url: string }>> => {
    const settings: FollowSettings = { role, file, libsql, waits };
    const one = await startReporting<{ readonly url: string }>(program, settings);
    onTestFinished(() => one.kill());
    return one;
  };

  it('completes within one call of the client, with progress', async () => {
    const web = await start('web');
    const worker = await start('worker', true);
    const messages: string[] = [];
    const follow = {
      onRunning: ({ message }: RunningCall) => {
        messages.push(message);
        if (message.includes('Halfway')) worker.send('go on');
      },
    };
    const client = createClient({ url: web.messages[0]?.url ?? '' });
    expect(await client.call('Work.Steps', {}, { follow })).toMatchObject({ kind: 'value', value: 2 });
    expect(messages).toContain('The tool is still running: Halfway (1 of 2)');
  });
});
