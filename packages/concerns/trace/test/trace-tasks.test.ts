import * as api from '@opentelemetry/api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { traceTasks } from '../src/index.ts';
import { type Sdk, startSdk } from './sdk.ts';

let sdk: Sdk;
beforeEach(() => {
  sdk = startSdk();
});
afterEach(() => sdk.stop());

const call = { toolId: 'Work.Steps', toolVersion: '1.0.0' };
const about = { 'toolwire.tool.id': 'Work.Steps', 'toolwire.tool.version': '1.0.0' };

describe('durable calls', () => {
  it('are measured: the numbers of waiting, running, started, lost and ended calls, and the waiting time', async () => {
    const { observe } = traceTasks({ api });
    for (const event of [
      { kind: 'stored', ...call },
      { kind: 'swept', queued: 3, waitingForTool: 2, oldestMs: 1_500 },
      { kind: 'started', ...call, first: true, waitedMs: 250 },
      { kind: 'handed_back', ...call },
      { kind: 'started', ...call, first: false, waitedMs: 90_000 },
      { kind: 'parked', ...call },
      { kind: 'worker_crashed', ...call },
      { kind: 'started', ...call, first: false },
      { kind: 'ended', ...call, status: 'completed' },
      { kind: 'started', ...call, first: false },
      { kind: 'discarded', ...call },
      { kind: 'worker_crashed', ...call },
      { kind: 'failed_after_crashes', ...call },
      { kind: 'started', ...call, first: false },
      { kind: 'something newer', ...call },
    ]) {
      observe(event);
    }
    const points = await sdk.metrics();
    const of = (name: string) =>
      points.filter((one) => one.name === name).map(({ attributes, value }) => ({ attributes, value }));
    expect(of('toolwire.tasks.queued')).toEqual([{ attributes: {}, value: 3 }]);
    expect(of('toolwire.tasks.oldest')).toEqual([{ attributes: {}, value: 1.5 }]);
    expect(of('toolwire.tasks.waiting_for_tool')).toEqual([{ attributes: {}, value: 2 }]);
    expect(of('toolwire.tasks.running')).toEqual([{ attributes: about, value: 1 }]);
    expect(of('toolwire.tasks.attempts')).toEqual([{ attributes: about, value: 5 }]);
    expect(of('toolwire.tasks.lost')).toEqual([{ attributes: about, value: 2 }]);
    expect(of('toolwire.tasks.wait')).toMatchObject([{ attributes: about, value: { count: 1, sum: 0.25 } }]);
    expect(of('toolwire.tasks.ended').map(({ attributes, value }) => [attributes['toolwire.outcome'], value])).toEqual([
      ['completed', 1],
      ['discarded', 1],
      ['failed_after_crashes', 1],
    ]);
  });

  it('join the span that is active when they are stored', () => {
    const { traceparent } = traceTasks({ api });
    expect(traceparent()).toBeUndefined();
    const span = sdk.tracer.startSpan('the call of a caller');
    const { traceId, spanId } = span.spanContext();
    const kept = api.context.with(api.trace.setSpan(api.context.active(), span), traceparent);
    span.end();
    expect(kept).toBe(`00-${traceId}-${spanId}-01`);
  });

  it('cost nothing without a collector', async () => {
    await sdk.stop();
    const { observe, traceparent } = traceTasks({ api });
    observe({ kind: 'started', ...call });
    expect(traceparent()).toBeUndefined();
    expect(() => traceTasks({ api, content: true } as Parameters<typeof traceTasks>[0])).toThrow('content');
  });
});
