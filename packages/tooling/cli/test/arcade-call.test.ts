import { describe, expect, test } from 'vitest';
import { readInvoked } from '../src/target/arcade-call.ts';

describe('A worker that needs the user to sign in', () => {
  const read = (requires_authorization: object): object =>
    readInvoked(200, { success: true, output: { requires_authorization } }, 'call', 1);

  test.each([
    [{ id: 'google', url: 'https://example.com/sign-in' }],
    [{ id: 'google', authorization_url: 'https://example.com/sign-in' }],
  ])('is reported with the page to sign in: %j', (needed) => {
    expect(read(needed)).toMatchObject({
      kind: 'refused',
      code: 'missing_requirements',
      ran: 'no',
      missing: { authorization: [{ id: 'google', url: 'https://example.com/sign-in' }] },
    });
  });

  test('is reported without a URL that does not open a page', () => {
    expect(read({ id: 'google', url: 'javascript:alert(1)' })).toHaveProperty('missing.authorization', [
      { id: 'google' },
    ]);
  });
});
