import * as api from '@opentelemetry/api';
import { AlwaysOffSampler } from '@opentelemetry/sdk-trace-base';
import type { Call, Outcome } from '@toolwire/core';
import { afterEach, describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { trace } from '../src/trace-stage.ts';
import { callFor, done, sent, tool } from './calls.ts';
import { type Sdk, startSdk } from './sdk.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentId = '00f067aa0ba902b7';
const traceparent = `00-${traceId}-${parentId}-01`;

let sdk: Sdk;
afterEach(() => sdk.stop());

/** The one span of a call. */
async function spanOf(call: Call, outcome: Outcome = done) {
  sdk = startSdk();
  await trace({ api })(call, () => outcome);
  const [span, ...others] = sdk.spans();
  expect(others).toEqual([]);
  if (span === undefined) throw new Error('there is no span');
  return span;
}

describe('the span of a call', () => {
  it('contains the caller and the version', async () => {
    const { instrumentationScope } = await spanOf(callFor());
    expect(instrumentationScope).toMatchObject({ name: '@toolwire/trace', version: manifest.version });
    expect(manifest.version).toMatch(/^\d+\.\d+\.\d+/);
  });

  it('is named and described according to the conventions for generative AI', async () => {
    const span = await spanOf(callFor());
    expect(span.name).toBe('execute_tool Calculator_Add');
    expect(span.kind).toBe(api.SpanKind.INTERNAL);
    expect(span.status).toEqual({ code: api.SpanStatusCode.UNSET });
    expect(span.attributes).toEqual({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.call.id': 'call-1',
      'gen_ai.tool.description': 'Adds two numbers.',
      'gen_ai.tool.name': 'Calculator_Add',
      'gen_ai.tool.type': 'function',
      'toolwire.outcome': 'value',
      'toolwire.tool.id': 'Calculator.Add',
      'toolwire.tool.requested_version': '1',
      'toolwire.tool.version': '1.2.0',
      'toolwire.wire': 'otc',
    });
  });

  it('follows the conventions for MCP if the call came over MCP', async () => {
    const span = await spanOf(callFor({ wire: 'mcp' }));
    expect([span.name, span.kind]).toEqual(['tools/call Calculator_Add', api.SpanKind.SERVER]);
    expect(span.attributes).toMatchObject({
      'mcp.method.name': 'tools/call',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'Calculator_Add',
    });
  });

  it('has a low-cardinality name if no tool was found, whatever the requested ID', async () => {
    const call = callFor({ toolId: `Made.Up${Math.random()}@<script>` });
    const span = await spanOf(call, { kind: 'refused', code: 'tool_not_found', message: 'There is no such tool' });
    expect(span.name).toBe('execute_tool');
    expect(JSON.stringify(span.attributes)).not.toMatch(/Made|script|such/);
    expect(span.attributes).toMatchObject({ 'error.type': 'tool_not_found' });
  });

  it('contains deprecation, replay and retry hints', async () => {
    const deprecated = { ...tool, deprecation: {} };
    const failure = { message: 'Busy', canRetry: true, retryAfterMs: 500 };
    const span = await spanOf(callFor(), { kind: 'failed', failure, replayed: true, tool: deprecated });
    expect(span.attributes).toMatchObject({
      'toolwire.tool.deprecated': true,
      'toolwire.replayed': true,
      'toolwire.retry.can_retry': true,
      'toolwire.retry.after_ms': 500,
    });
  });

  it('stores a trace_id of any form (E64), truncated', async () => {
    expect((await spanOf(callFor({ traceId: 'order-4711' }))).attributes['toolwire.trace_id']).toBe('order-4711');
    await sdk.stop();
    expect((await spanOf(callFor({ traceId: 'x'.repeat(9_000) }))).attributes['toolwire.trace_id']).toHaveLength(256);
  });

  it('ends as an error when middleware throws, and passes the error on', async () => {
    sdk = startSdk();
    const stage = trace({ api });
    const bug = new Error('a bug');
    expect(() =>
      stage(callFor(), () => {
        throw bug;
      }),
    ).toThrow(bug);
    await expect(stage(callFor(), () => Promise.reject(bug))).rejects.toBe(bug);
    expect(sdk.spans().map(({ attributes }) => attributes['error.type'])).toEqual(['internal', 'internal']);
    expect(
      JSON.stringify(sdk.spans().map(({ attributes, status, events }) => [attributes, status, events])),
    ).not.toContain('a bug');
  });

  it('returns an immediate outcome synchronously, without a promise', () => {
    sdk = startSdk();
    expect(trace({ api })(callFor(), () => done)).toBe(done);
  });
});

describe('a failure that HTTP sends with status 200', () => {
  const failed = (reason?: 'reported' | 'timeout' | 'bad_output'): Outcome => ({
    kind: 'failed',
    failure: { message: 'No' },
    tool,
    ...(reason && { reason }),
  });
  const invalid: Outcome = { kind: 'invalid', message: 'No', parameterErrors: {}, tool };
  const refused: Outcome = { kind: 'refused', code: 'overloaded', message: 'No', retryAfterMs: 1 };
  const lacking: Outcome = { kind: 'refused', code: 'missing_requirements', message: 'No', tool };

  it.each([
    ['otc', 'tool_error', 'a failure that the tool reported', failed('reported')],
    ['otc', 'tool_error', 'a failure without a reason', failed()],
    ['otc', 'timeout', 'a time-out', failed('timeout')],
    ['otc', 'bad_output', 'an invalid result', failed('bad_output')],
    ['otc', 'invalid_input', 'invalid input', invalid],
    ['otc', 'overloaded', 'a refusal', refused],
    ['otc', 'missing_requirements', 'a missing requirement', lacking],
    ['mcp', 'tool_error', 'a time-out', failed('timeout')],
    ['mcp', 'tool_error', 'invalid input', invalid],
    ['mcp', 'tool_error', 'a missing requirement', lacking],
  ] as const)('is an ERROR on %s, of the type %s: %s', async (wire, errorType, _what, outcome) => {
    const span = await spanOf(callFor({ wire }), outcome);
    expect(span.status).toEqual({ code: api.SpanStatusCode.ERROR });
    expect(span.attributes['error.type']).toBe(errorType);
  });

  it.each([
    ['unavailable', '-32603'],
    ['unauthenticated', '-32600'],
    ['call_id_conflict', '-32602'],
    ['tool_not_found', '-32602'],
    ['not_found', '-32601'],
    // A result, as for a tool that failed.
    ['missing_requirements', undefined],
  ] as const)('has the code of the MCP response to the refusal %s: %s', async (code, status) => {
    const span = await spanOf(callFor({ wire: 'mcp' }), { kind: 'refused', code, message: 'No' });
    expect(span.attributes['rpc.response.status_code']).toBe(status);
  });

  it.each([
    { kind: 'input_required', requests: {}, tool },
    { kind: 'deferred', task: { id: '1', pollAfterMs: 1 }, tool },
    { kind: 'artifact', artifact: { url: 'u', contentType: 'c', size: 1, description: '' }, tool },
  ] satisfies Outcome[])('is not an error for $kind', async (outcome) => {
    const span = await spanOf(callFor(), outcome);
    expect(span.status.code).toBe(api.SpanStatusCode.UNSET);
    expect(span.attributes).not.toHaveProperty('error.type');
  });
});

describe('the parent of a call', () => {
  it('is the span of traceparent, with tracestate and baggage', async () => {
    sdk = startSdk();
    let baggage: string | undefined;
    const call = callFor(sent({ traceparent, tracestate: 'vendor=1', baggage: 'tenant=7' }));
    await trace({ api })(call, () => {
      baggage = api.propagation.getActiveBaggage()?.getEntry('tenant')?.value;
      return done;
    });
    const [span] = sdk.spans();
    expect(span?.spanContext().traceId).toBe(traceId);
    expect(span?.parentSpanContext).toMatchObject({ spanId: parentId, isRemote: true });
    expect(span?.spanContext().traceState?.get('vendor')).toBe('1');
    expect(baggage).toBe('7');
  });

  it('is the span of trace_id without a traceparent (E64)', async () => {
    const span = await spanOf(callFor({ traceId: traceparent }));
    expect(span.parentSpanContext?.spanId).toBe(parentId);
    await sdk.stop();
    expect((await spanOf(callFor({ traceId }))).spanContext().traceId).toBe(traceId);
  });

  it('is never the span of trace_id next to a traceparent (E64)', async () => {
    const other = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`;
    const span = await spanOf(callFor({ ...sent({ traceparent }), traceId: other }));
    expect(span.spanContext().traceId).toBe(traceId);
  });

  it('is the last of two headers, because an instrumented fetch adds its own to the header of a client', async () => {
    const own = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`;
    const span = await spanOf(callFor(sent({ traceparent: `${own}, ${traceparent}` })));
    expect(span.parentSpanContext?.spanId).toBe(parentId);
  });

  it.each(['', 'nonsense', `00-${'0'.repeat(32)}-${parentId}-01`, `ff-${traceId}-${parentId}-01`])(
    'does not exist if traceparent is %j',
    async (malformed) => {
      const span = await spanOf(callFor(sent({ traceparent: malformed })));
      expect(span.parentSpanContext).toBeUndefined();
    },
  );

  it('is the span of the HTTP request if the app traces requests and has already read the header', async () => {
    sdk = startSdk();
    const request = sdk.tracer.startSpan('POST /tools/call');
    const around = api.trace.setSpan(api.context.active(), request);
    await api.context.with(around, () => trace({ api })(callFor(sent({ traceparent })), () => done));
    const [span] = sdk.spans();
    expect(span?.parentSpanContext?.spanId).toBe(request.spanContext().spanId);
    expect(span?.links).toEqual([]);
  });

  it('is the span of the message if it belongs to another trace, with a link to the HTTP request', async () => {
    sdk = startSdk();
    const request = sdk.tracer.startSpan('POST /tools/call');
    const around = api.trace.setSpan(api.context.active(), request);
    await api.context.with(around, () => trace({ api })(callFor({ traceId: traceparent }), () => done));
    await api.context.with(around, () =>
      trace({ api })(callFor({ wire: 'mcp', traceId, ...sent({ traceparent }) }), () => done),
    );
    expect(sdk.spans()).toHaveLength(2);
    for (const span of sdk.spans()) {
      expect(span.parentSpanContext?.spanId).toBe(parentId);
      expect(span.links.map(({ context }) => context.spanId)).toEqual([request.spanContext().spanId]);
    }
  });

  it('is the HTTP request if an MCP message contains no span', async () => {
    sdk = startSdk();
    const request = sdk.tracer.startSpan('POST /mcp');
    const around = api.trace.setSpan(api.context.active(), request);
    await api.context.with(around, () =>
      trace({ api })(callFor({ wire: 'mcp', ...sent({ traceparent }) }), () => done),
    );
    expect(sdk.spans()[0]?.parentSpanContext?.spanId).toBe(request.spanContext().spanId);
    expect(sdk.spans()[0]?.links).toEqual([]);
  });
});

describe('while the tool runs', () => {
  it('the span is active, also across awaits, and not afterwards', async () => {
    sdk = startSdk();
    const seen: (string | undefined)[] = [];
    const look = (): void => void seen.push(api.trace.getActiveSpan()?.spanContext().spanId);
    await trace({ api })(callFor(), async () => {
      look();
      await new Promise((resolve) => setTimeout(resolve, 1));
      look();
      return done;
    });
    look();
    const id = sdk.spans()[0]?.spanContext().spanId;
    expect(seen).toEqual([id, id, undefined]);
  });

  it('an unsampled call still propagates its trace', async () => {
    sdk = startSdk(new AlwaysOffSampler());
    let passedOn: api.SpanContext | undefined;
    await trace({ api })(callFor(sent({ traceparent })), () => {
      passedOn = api.trace.getActiveSpan()?.spanContext();
      return done;
    });
    expect(passedOn).toMatchObject({ traceId, traceFlags: api.TraceFlags.NONE });
    expect(sdk.spans()).toEqual([]);
  });
});

describe('without an SDK', () => {
  it('calls pass, and nothing is created for them', () => {
    sdk = { stop: async () => undefined } as unknown as Sdk;
    let active: unknown = 'not asked';
    const outcome = trace({ api })(callFor(sent({ traceparent })), () => {
      active = api.trace.getActiveSpan();
      return done;
    });
    expect(outcome).toBe(done);
    expect(active).toBeUndefined();
  });
});

describe('arguments and results', () => {
  const withContent = async (content?: Parameters<typeof trace>[0]['content'], outcome = done) => {
    sdk = startSdk();
    await trace({ api, content })(callFor({ input: { a: 1 } }), () => outcome);
    return sdk.spans()[0]?.attributes ?? {};
  };

  it('are in no span by default', async () => {
    const attributes = await withContent();
    expect(attributes).not.toHaveProperty(['gen_ai.tool.call.arguments']);
    expect(attributes).not.toHaveProperty(['gen_ai.tool.call.result']);
  });

  it('are formatted by the application', async () => {
    const attributes = await withContent((content, of) => ({ shown: content, of: of.tool.id }));
    expect(attributes).toMatchObject({
      'gen_ai.tool.call.arguments': '{"shown":{"a":1},"of":"Calculator.Add"}',
      'gen_ai.tool.call.result': '{"shown":15,"of":"Calculator.Add"}',
    });
  });

  it('are omitted if the application returns nothing or throws, and truncated if they are long', async () => {
    expect(await withContent(() => undefined)).not.toHaveProperty(['gen_ai.tool.call.arguments']);
    await sdk.stop();
    const failing = await withContent(() => {
      throw new Error('on purpose');
    });
    expect(failing).not.toHaveProperty(['gen_ai.tool.call.arguments']);
    await sdk.stop();
    expect((await withContent(() => 'x'.repeat(20_000)))['gen_ai.tool.call.result']).toHaveLength(8_193);
  });

  it('do not exist if no tool was found', async () => {
    const notFound: Outcome = { kind: 'refused', code: 'tool_not_found', message: 'No' };
    const attributes = await withContent((content) => content, notFound);
    expect(attributes).not.toHaveProperty(['gen_ai.tool.call.arguments']);
  });
});

it('rejects a content that is not a function at startup', () => {
  expect(() => trace({ api, content: true as never })).toThrow('content must be a function');
});

describe('a caller ID that repeats a secret (CASE-C)', () => {
  it.each([
    { authorization: [{ id: 'mail', token: 'ya29-canary' }], secrets: [] },
    { authorization: [], secrets: [{ id: 'KEY', value: 'ya29-canary' }] },
  ])('is in no span: %j', async (context) => {
    const span = await spanOf(callFor({ callId: 'call-ya29-canary', traceId: 'ya29-canary', context }));
    expect(JSON.stringify(span.attributes)).not.toContain('canary');
  });
});
