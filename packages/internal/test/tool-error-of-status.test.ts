import { describe, expect, it } from 'vitest';
import { errorOfStatus, isToolError } from '../src/index.ts';

const source = 'GET /orders/:id';

describe('the error for a status of an app', () => {
  it.each([400, 401, 403, 404, 409, 418, 422])('has the message of the app for %i, and is final', (status) => {
    const error = errorOfStatus({ status, source, message: 'Not today.', retryAfterMs: 5 });
    expect(error).toMatchObject({ message: 'Not today.', canRetry: false, developerMessage: `Status ${status}.` });
    expect(error).not.toHaveProperty('retryAfterMs', 5);
    expect(isToolError(error)).toBe(true);
  });

  it.each([
    [408, 'Slow.', 'Slow.'],
    [429, 'Busy.', 'Busy.'],
    [503, 'connect ECONNREFUSED 10.0.0.7:5432', 'The app is unavailable.'],
  ])('is retryable for %i', (status, message, sent) => {
    const error = errorOfStatus({ status, source, message, details: 'more', code: 'E_CODE', retryAfterMs: 2000 });
    expect(error).toMatchObject({ message: sent, canRetry: true, retryAfterMs: 2000 });
    expect(error).toMatchObject({ developerMessage: `Status ${status}, code E_CODE.` });
  });

  it.each([500, 501, 502, 504])('is unexpected for %i, and keeps its cause for the log', (status) => {
    const cause = new Error('hunter2');
    const error = errorOfStatus({ status, source, message: 'hunter2', cause });
    expect(error.message).toBe(`GET /orders/:id failed with status ${status}`);
    expect(error.cause).toBe(cause);
    expect(isToolError(error)).toBe(false);
  });

  it('has a message for each status without one of the app', () => {
    expect(errorOfStatus({ status: 403, source }).message).toBe('The app denied the call.');
    expect(errorOfStatus({ status: 404, source, message: '' }).message).toBe(
      'The app did not find what the call names.',
    );
    expect(errorOfStatus({ status: 302, source }).message).toBe('The app refused the call with status 302.');
  });
});

it.each([undefined, null, 'text', {}, new Error('x')])('%s is not a tool error', (value) => {
  expect(isToolError(value)).toBe(false);
});
