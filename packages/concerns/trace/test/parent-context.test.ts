import { defaultTextMapGetter, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { traceParentOf } from '../src/parent-context.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

describe('the trace_id of a call (E64)', () => {
  it('is used as the traceparent if it has that format', () => {
    const traceParent = `00-${traceId}-00f067aa0ba902b7-00`;
    expect(traceParentOf(traceParent)).toBe(traceParent);
  });

  it('is used as a trace ID without a known span', () => {
    expect(traceParentOf(traceId)).toBe(`00-${traceId}-a3ce929d0e0e4736-01`);
    expect(traceParentOf(traceId.toUpperCase())).toBe(`00-${traceId}-a3ce929d0e0e4736-01`);
    expect(traceParentOf(`4bf92f3577b34da6${'0'.repeat(16)}`)).toContain('-4bf92f3577b34da6-01');
  });

  it.each([undefined, '', 'order-4711', '0'.repeat(32), `${traceId}0`, `0-${traceId}`, `${traceId}\n`])(
    'is not a trace if it is %j',
    (text) => {
      expect(traceParentOf(text)).toBeUndefined();
    },
  );

  it('gives a parent that W3C propagation accepts, for any ID', () => {
    const id = fc.stringMatching(/^[\da-f]{32}$/).filter((one) => !/^0+$/.test(one));
    fc.assert(
      fc.property(id, (one) => {
        const carrier = { traceparent: traceParentOf(one) };
        const context = new W3CTraceContextPropagator().extract(ROOT_CONTEXT, carrier, defaultTextMapGetter);
        expect(trace.getSpanContext(context)?.traceId).toBe(one);
      }),
    );
  });
});
