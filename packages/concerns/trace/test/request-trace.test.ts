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
