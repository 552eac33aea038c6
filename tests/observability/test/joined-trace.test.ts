import * as api from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { createClient } from '@toolwire/client';
import { idempotency } from '@toolwire/idempotency/stage';
import { mcp } from '@toolwire/mcp';
import { otc } from '@toolwire/otc';
import { retry } from '@toolwire/retry/stage';
import { createToolServer, silentLogger, type ToolServerOptions } from '@toolwire/server';
import type { RunningHost } from '@toolwire/test-hosts';
import { trace, traceRuns } from '@toolwire/trace/stage';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { callers } from '../src/callers.ts';
import { hosts } from '../src/hosts.ts';
import { pathOf, type Sdk, startSdk } from '../src/sdk.ts';
import { startUpstream, type Upstream, weatherTools } from '../src/weather.ts';

let sdk: Sdk;
let upstream: Upstream;
let running: RunningHost | undefined;

beforeAll(async () => {
  sdk = startSdk();
  upstream = await startUpstream();
});
afterEach(async () => {
  await running?.close();
  sdk.forget();
  upstream.traceParents.length = 0;
});
afterAll(async () => {
  await upstream.close();
  await sdk.stop();
});

async function start(host: string, options: Partial<ToolServerOptions> = {}): Promise<string> {
  const server = createToolServer({
    tools: weatherTools(upstream),
    wires: [otc(), mcp()],
    logger: silentLogger,
    use: [trace({ api })],
    ...options,
  });
  running = await hosts[host]?.(server);
  return running?.url ?? '';
}

/** Runs a function as an agent does, in a separate span, and waits until the given number of spans have ended. */
async function asAgent(count: number, act: () => Promise<unknown>): Promise<readonly ReadableSpan[]> {
  await sdk.tracer.startActiveSpan('agent', async (span) => {
    await act();
    span.end();
  });
  return vi.waitFor(() => {
    const spans = sdk.spans();
    expect(spans.map(({ name }) => name)).toHaveLength(count);
    return spans;
  });
}

function paths(spans: readonly ReadableSpan[]): string[] {
  return spans.map((span) => pathOf(span, spans).join(' > ')).sort();
}

describe.each(Object.keys(hosts))('on %s', (host) => {
  it('one trace contains the caller, its call over OTC, the tool and its fetch', async () => {
    const url = await start(host);
    const spans = await asAgent(4, () => callers.otc(url, { tool: 'Weather.Get' }));
    expect(paths(spans)).toEqual([
      'agent',
      'agent > POST',
      'agent > POST > execute_tool Weather_Get',
      'agent > POST > execute_tool Weather_Get > GET',
    ]);
    expect(new Set(spans.map((span) => span.spanContext().traceId)).size).toBe(1);
    const outgoing = spans.find(({ name }) => name === 'GET')?.spanContext();
    expect(upstream.traceParents).toEqual([`00-${outgoing?.traceId}-${outgoing?.spanId}-01`]);
  });

  it('one trace contains the caller, its call over MCP, the tool and its fetch', async () => {
    const url = await start(host);
    const spans = await asAgent(4, () => {
      const meta: Record<string, string> = {};
      api.propagation.inject(api.context.active(), meta);
      return callers.mcp(url, { tool: 'Weather.Get', meta });
    });
    // The message names its parent itself, whatever carries it.
    expect(paths(spans)).toEqual([
      'agent',
      'agent > POST',
      'agent > tools/call Weather_Get',
      'agent > tools/call Weather_Get > GET',
    ]);
    expect(upstream.traceParents[0]).toContain(spans[0]?.spanContext().traceId);
  });

  it.each(['otc', 'mcp'] as const)('a traceparent from any caller is enough over %s', async (wire) => {
    const url = await start(host);
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
    sdk.instrumentFetch(false);
    await callers[wire](url, {
      tool: 'Weather.Get',
      ...(wire === 'otc' ? { headers: { traceparent } } : { meta: { traceparent } }),
    });
    sdk.instrumentFetch(true);
    expect(sdk.spans()).toHaveLength(1);
    expect(sdk.spans()[0]?.parentSpanContext).toMatchObject({ traceId, spanId: '00f067aa0ba902b7', isRemote: true });
  });

  it('a trace continues across a retry of the server: one span with two runs', async () => {
    const url = await start(host, { around: [retry({ baseMs: 1 }), traceRuns({ api })] });
    const spans = await asAgent(5, () => callers.otc(url, { tool: 'Weather.Flaky' }));
    const call = 'agent > POST > execute_tool Weather_Flaky';
    expect(paths(spans)).toEqual(['agent', 'agent > POST', call, `${call} > GET`, `${call} > GET`]);
    const events = spans.find(({ name }) => name.startsWith('execute_tool'))?.events;
    expect(
      events?.map(({ name, attributes }) => [name, attributes?.['toolwire.run.attempt'], attributes?.['error.type']]),
    ).toEqual([
      ['toolwire.run.start', 1, undefined],
      ['toolwire.run.end', 1, 'tool_error'],
      ['toolwire.run.start', 2, undefined],
      ['toolwire.run.end', 2, undefined],
    ]);
  });

  it('a trace continues across a retry of the client: a span for each received call, the first one an ERROR', async () => {
    const url = await start(host);
    const client = createClient({ url });
    const spans = await asAgent(7, async () => {
      expect(await client.call('Weather.Flaky@1.0.0', {})).toMatchObject({ kind: 'value', attempts: 2 });
    });
    const call = 'agent > POST > execute_tool Weather_Flaky';
    expect(paths(spans)).toEqual([
      'agent',
      'agent > POST',
      'agent > POST',
      call,
      call,
      `${call} > GET`,
      `${call} > GET`,
    ]);
    const calls = spans.filter(({ name }) => name.startsWith('execute_tool'));
    expect(calls.map(({ status }) => status.code)).toEqual([api.SpanStatusCode.ERROR, api.SpanStatusCode.UNSET]);
    expect(calls[0]?.attributes).toMatchObject({
      'error.type': 'tool_error',
      'toolwire.retry.can_retry': true,
      'toolwire.retry.after_ms': 1,
    });
    expect(new Set(calls.map(({ attributes }) => attributes['gen_ai.tool.call.id'])).size).toBe(1);
  });

  it.each(['otc', 'mcp'] as const)(
    'a replay over %s is in the trace of the repeated call, and fetches nothing',
    async (wire) => {
      const url = await start(host, { around: [idempotency(), traceRuns({ api })] });
      const call = callers[wire];
      const asked = { tool: 'Weather.Get', callId: `call-on-${host}-${wire}` };
      const first = await asAgent(4, () => call(url, asked));
      sdk.forget();
      const second = await asAgent(3, () => call(url, asked));
      const isCall = ({ name }: ReadableSpan): boolean => name.endsWith('Weather_Get');
      expect(first.find(isCall)?.attributes).not.toHaveProperty(['toolwire.replayed']);
      expect(second.find(isCall)).toMatchObject({ attributes: { 'toolwire.replayed': true }, events: [] });
      expect(paths(second).at(-1)).toMatch(/^agent > POST > .* Weather_Get$/);
      expect(upstream.traceParents).toHaveLength(1);
    },
  );
});

describe('a client that sends the traceparent of the active span itself', () => {
  const active = (): string => {
    const carrier: { traceparent?: string } = {};
    api.propagation.inject(api.context.active(), carrier);
    return carrier.traceparent ?? '';
  };

  it('puts the call below that span', async () => {
    const client = createClient({ url: await start('node:http'), traceparent: active });
    sdk.instrumentFetch(false);
    const spans = await asAgent(2, () => client.call('Weather.Get', {}));
    sdk.instrumentFetch(true);
    expect(paths(spans)).toEqual(['agent', 'agent > execute_tool Weather_Get']);
  });

  it('does not conflict with an instrumented fetch', async () => {
    const client = createClient({ url: await start('node:http'), traceparent: active });
    const spans = await asAgent(4, () => client.call('Weather.Get', {}));
    expect(paths(spans)[2]).toBe('agent > POST > execute_tool Weather_Get');
  });
});
