import { expect, test } from 'vitest';
import { inspectorRoutes, refusalStatus } from '../src/internal.ts';

test('every refusal has a status that shows who should act next', () => {
  expect(Object.values(refusalStatus).every((status) => status >= 400 && status < 600)).toBe(true);
  expect(refusalStatus).toMatchObject({ unauthenticated: 401, tool_not_found: 404, overloaded: 429, internal: 500 });
});

test('the inspector shows when to retry while the server is unavailable', () => {
  const refusal = { kind: 'refused', code: 'unavailable', message: 'Retry soon', retryAfterMs: 1000 } as const;
  expect(inspectorRoutes({}).state.refuse?.(refusal)).toMatchObject({
    status: 503,
    headers: { 'retry-after': '1' },
    body: '{"message":"Retry soon"}',
  });
});
