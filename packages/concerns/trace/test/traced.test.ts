import * as api from '@opentelemetry/api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { traced } from '../src/index.ts';
import { type Sdk, startSdk } from './sdk.ts';

let sdk: Sdk;
beforeEach(() => {
  sdk = startSdk();
});
afterEach(() => sdk.stop());

describe('any traced function', () => {
  it('returns its result, immediately or later', async () => {
    const add = traced((a: number, b: number) => a + b, { api, name: 'add' });
    expect(add(10, 5)).toBe(15);
    const later = traced(async (a: number) => a + 1, { api, name: 'later' });
    expect(await later(1)).toBe(2);
    expect(sdk.spans().map(({ name }) => name)).toEqual(['execute_tool add', 'execute_tool later']);
  });

  it('has an active span while it runs, below the previously active span', async () => {
    const active = traced(() => api.trace.getActiveSpan()?.spanContext().spanId, { api, name: 'active' });
    const seen = sdk.tracer.startActiveSpan('outer', (outer) => {
      const id = active();
      outer.end();
      return id;
    });
    const [inner, outer] = sdk.spans();
    expect(seen).toBe(inner?.spanContext().spanId);
    expect(inner?.parentSpanContext?.spanId).toBe(outer?.spanContext().spanId);
  });

  it('has custom attributes', () => {
    traced((size: number) => size, { api, name: 'sized', attributes: (size) => ({ 'app.size': size }) })(3);
    expect(sdk.spans()[0]?.attributes).toMatchObject({ 'app.size': 3, 'gen_ai.tool.name': 'sized' });
  });

  it('throws its error, and reports only the name of the error', async () => {
    const thrown = new RangeError('secret-canary');
    const failing = traced(() => Promise.reject(thrown), { api, name: 'failing' });
    await expect(failing()).rejects.toBe(thrown);
    const odd = traced(
      () => {
        throw { name: 'secret-canary' };
      },
      { api, name: 'odd' },
    );
    expect(() => odd()).toThrow(expect.objectContaining({ name: 'secret-canary' }));
    const spans = sdk.spans().map(({ attributes, status, events }) => ({ attributes, status, events }));
    expect(spans.map(({ status, attributes }) => [status.code, attributes['error.type']])).toEqual([
      [api.SpanStatusCode.ERROR, 'RangeError'],
      [api.SpanStatusCode.ERROR, '_OTHER'],
    ]);
    expect(JSON.stringify([spans, await sdk.metrics()])).not.toContain('canary');
  });

  it('rejects attributes that are not a function at startup', () => {
    expect(() => traced(() => 1, { api, name: 'sized', attributes: {} as never })).toThrow(
      'attributes must be a function',
    );
  });

  it('is measured', async () => {
    traced(() => 1, { api, name: 'measured' })();
    expect(await sdk.metrics()).toMatchObject([
      { name: 'gen_ai.execute_tool.duration', attributes: { 'gen_ai.tool.name': 'measured' }, value: { count: 1 } },
    ]);
  });
});
