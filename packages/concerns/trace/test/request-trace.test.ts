import * as api from '@opentelemetry/api';
import type { ProtocolRequest } from '@toolwire/core/internal';
import { afterEach, expect, it } from 'vitest';
import { trace } from '../src/trace-stage.ts';
import { type Sdk, startSdk } from './sdk.ts';

let sdk: Sdk;
afterEach(() => sdk.stop());

const request: ProtocolRequest = {
  wire: 'mcp',
  method: 'tasks/get',
  id: 1,
  protocolVersion: undefined,
  sessionId: undefined,
  transport: 'http',
  propagated: () => undefined,
};

it.each([
  ['-32021', undefined],
  ['-32602', undefined],
  ['-32603', '-32603'],
])('the error code %s of a request has the error type %s', async (code, errorType) => {
  sdk = startSdk();
  const { observeRequest } = trace({ api });
  if (observeRequest === undefined) throw new Error('The stage does not observe requests.');
  await observeRequest(request, () => ({ errorCode: Number(code) }));
  const [span] = sdk.spans();
  expect(span?.attributes).toMatchObject({ 'rpc.response.status_code': code });
  expect(span?.attributes['error.type']).toBe(errorType);
});

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

it.each([
  ['the span of the HTTP request, for a traceparent in the headers', undefined],
  ['the span in the message, for a traceparent in the message', '4bf92f3577b34da6a3ce929d0e0e4736'],
])('the parent of a request is %s', async (_, traceId) => {
  sdk = startSdk();
  const { observeRequest } = trace({ api });
  if (observeRequest === undefined) throw new Error('The stage does not observe requests.');
  const propagated = (field: string): string | undefined => (field === 'traceparent' ? traceparent : undefined);
  const http = sdk.tracer.startSpan('POST');
  await api.context.with(api.trace.setSpan(api.context.active(), http), () =>
    observeRequest({ ...request, traceId, propagated }, () => ({})),
  );
  const [span] = sdk.spans();
  const parentId = traceId === undefined ? http.spanContext().spanId : '00f067aa0ba902b7';
  expect(span?.parentSpanContext?.spanId).toBe(parentId);
});
