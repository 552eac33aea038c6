import { expect, it } from 'vitest';
import { toLogData } from '../src/log-data.ts';

it('keeps the fields next to an error that is its own cause', () => {
  const error = new Error('Broken');
  error.cause = error;
  expect(toLogData({ error, orderId: 7 })).toEqual({
    error: { name: 'Error', message: 'Broken', stack: error.stack, cause: '[circular]' },
    orderId: 7,
  });
});
