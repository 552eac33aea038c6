import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';
import type { Outcome } from '@toolwire/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type CallMessage, callChannel, type EventChannels } from '../src/trace-stage.ts';
import { callFor, done, tool } from './calls.ts';

const channels = tracingChannel<unknown, CallMessage>('toolwire:call');
const seen: [event: string, message: CallMessage][] = [];
const listen = (event: string) => (message: unknown) => void seen.push([event, { ...(message as CallMessage) }]);
const subscribers = {
  start: listen('start'),
  end: listen('end'),
  asyncStart: listen('asyncStart'),
  asyncEnd: listen('asyncEnd'),
  error: listen('error'),
};

afterEach(() => {
  channels.unsubscribe(subscribers);
  seen.length = 0;
});

const events = (): string[] => seen.map(([event]) => event);

describe('the channel toolwire:call', () => {
  it('reports a call that ends synchronously', () => {
    channels.subscribe(subscribers);
    expect(callChannel()(callFor({ principal: { id: 'ada' } }), () => done)).toBe(done);
    expect(events()).toEqual(['start', 'end']);
    expect(seen[0]?.[1]).toEqual({
      callId: 'call-1',
      toolId: 'Calculator.Add@1',
      wire: 'otc',
      traceId: undefined,
      principalId: 'ada',
    });
    expect(seen[1]?.[1]).toMatchObject({
      outcome: 'value',
      durationMs: 1,
      tool: { id: 'Calculator.Add', version: '1.2.0', name: 'Calculator_Add' },
    });
  });

  it('reports a call that ends later', async () => {
    channels.subscribe(subscribers);
    await callChannel()(callFor(), async () => done);
    expect(events()).toEqual(['start', 'end', 'asyncStart', 'asyncEnd']);
    expect(seen[1]?.[1]).not.toHaveProperty('outcome');
    expect(seen[2]?.[1]).toMatchObject({ outcome: 'value' });
  });

  it('reports failures, without the message of the tool', async () => {
    channels.subscribe(subscribers);
    const failure = { message: 'canary', developerMessage: 'canary', canRetry: true, retryAfterMs: 5 };
    const failed: Outcome = { kind: 'failed', reason: 'reported', failure, replayed: true, tool };
    void callChannel()(callFor({ input: { password: 'canary' } }), () => failed);
    await callChannel()(callFor(), async () => ({
      kind: 'refused',
      code: 'overloaded',
      message: 'canary',
      retryAfterMs: 7,
    }));
    expect(events()).toEqual(['start', 'error', 'end', 'start', 'end', 'error', 'asyncStart', 'asyncEnd']);
    expect(seen[1]?.[1]).toMatchObject({
      error: { type: 'tool_error' },
      canRetry: true,
      retryAfterMs: 5,
      replayed: true,
    });
    expect(seen[5]?.[1]).toMatchObject({ error: { type: 'overloaded' }, retryAfterMs: 7 });
    expect(JSON.stringify(seen)).not.toContain('canary');
  });

  it('reports middleware that throws, and passes the error on', async () => {
    channels.subscribe(subscribers);
    const bug = new Error('a bug');
    const stage = callChannel();
    expect(() =>
      stage(callFor(), () => {
        throw bug;
      }),
    ).toThrow(bug);
    await expect(stage(callFor(), () => Promise.reject(bug))).rejects.toBe(bug);
    expect(events()).toEqual(['start', 'error', 'end', 'start', 'end', 'error', 'asyncStart', 'asyncEnd']);
    expect(seen[1]?.[1].error).toEqual({ type: 'internal' });
  });

  it('lets a subscriber bind a store that the tool can read', async () => {
    const storage = new AsyncLocalStorage<string>();
    channels.start.bindStore(storage, (message) => `store of ${message.callId}`);
    let found: string | undefined;
    await callChannel()(callFor(), async () => {
      await Promise.resolve();
      found = storage.getStore();
      return done;
    });
    channels.start.unbindStore(storage);
    expect(found).toBe('store of call-1');
  });

  it('passes calls through unchanged without subscribers', () => {
    const unused = (): never => expect.fail('published without a subscriber');
    const channel = { publish: unused, runStores: unused };
    const silent = { hasSubscribers: false, start: channel, end: channel };
    const all: EventChannels = { ...silent, asyncStart: channel, asyncEnd: channel, error: channel };
    expect(callChannel(all)(callFor(), () => done)).toBe(done);
  });

  it('passes calls through on a runtime without channels', () => {
    vi.stubGlobal('process', undefined);
    const stage = callChannel();
    vi.unstubAllGlobals();
    channels.subscribe(subscribers);
    expect(stage(callFor(), () => done)).toBe(done);
    expect(seen).toEqual([]);
  });

  it('uses the channels of Node', () => {
    const ours: EventChannels = tracingChannel('any:other');
    expect(ours.hasSubscribers).toBe(false);
  });

  it('truncates an invalid tool ID', () => {
    channels.subscribe(subscribers);
    void callChannel()(callFor({ toolId: 'x'.repeat(9_000) }), () => done);
    expect(seen[0]?.[1].toolId).toHaveLength(256);
  });

  it('does not cut a character in half', () => {
    channels.subscribe(subscribers);
    void callChannel()(callFor({ toolId: `${'x'.repeat(255)}😀` }), () => done);
    expect(seen[0]?.[1].toolId).toBe('x'.repeat(255));
  });
});
