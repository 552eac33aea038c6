import { expect, test } from 'vitest';
import { rawHeader } from '../src/internal.ts';

const request = {
  rawHeaders: ['Authorization', 'Bearer one', 'Cookie', 'a=1', 'AUTHORIZATION', 'Bearer two', 'cookie', 'b=2; c=3'],
};

test('a repeated header is read completely, so that no credential is hidden', () => {
  expect(rawHeader(request, 'authorization')).toBe('Bearer one, Bearer two');
});

test('cookies in several fields are one list of cookies (RFC 9113, 8.2.3)', () => {
  expect(rawHeader(request, 'cookie')).toBe('a=1; b=2; c=3');
});

test('a missing header is undefined', () => {
  expect(rawHeader(request, 'otc-api-key')).toBeUndefined();
});

test.each(['_key', '^key', '~key', 'X-Key'])('the header %s is found by its lower-case name', (field) => {
  expect(rawHeader({ rawHeaders: [field, 'value'] }, field.toLowerCase())).toBe('value');
});
