import { expect, test } from 'vitest';
import { refusalStatus } from '../src/internal.ts';

test('every refusal has a status that shows who should act next', () => {
  expect(Object.values(refusalStatus).every((status) => status >= 400 && status < 600)).toBe(true);
  expect(refusalStatus).toMatchObject({ unauthenticated: 401, tool_not_found: 404, overloaded: 429, internal: 500 });
});
