import { cpuMs } from '@toolwire/internal/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBearerToken } from '../src/index.ts';

describe('readBearerToken', () => {
  it('finds no token without a header', () => {
    expect(readBearerToken(undefined)).toStrictEqual({ state: 'absent' });
  });

  it.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('accepts the scheme %s in any case', (scheme) => {
    expect(readBearerToken(`${scheme} a.b-c_d~e+f/g=`)).toStrictEqual({ state: 'present', token: 'a.b-c_d~e+f/g=' });
  });

  it.each([
    '',
    ' ',
    'Bearer',
    'Bearer ',
    'Bearer  token',
    'Bearer\ttoken',
    ' Bearer token',
    'Bearer token ',
    'Bearer token\n',
    'Bearer two tokens',
    'Bearer one, Bearer two',
    'Bearer one, Basic dXNlcjpwYXNz',
    'Basic dXNlcjpwYXNz',
    'Basic dXNlcjpwYXNz, Bearer one',
    'Bearertoken',
    'Bearer=token',
    'Token token',
    'Bearer tökèn',
    'Bearer \u212Aey',
    'token',
  ])('finds %o malformed (CASE-A)', (header) => {
    expect(readBearerToken(header)).toStrictEqual({ state: 'malformed' });
  });

  it('accepts only the scheme, one space and a token', () => {
    const part = fc.constantFrom('Bearer', 'bearer', ' ', ',', 'a', '=', '\n', 'é');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const header = parts.join('');
        const read = readBearerToken(header);
        if (read.state === 'present') {
          expect(header.toLowerCase()).toBe(`bearer ${read.token.toLowerCase()}`);
          expect(read.token).not.toMatch(/[^\x21-\x7e]/);
        } else {
          expect(header).not.toMatch(/^bearer [\x21-\x7e]+$/i);
        }
      }),
    );
  });

  it('reads a header of one megabyte in linear time', () => {
    expect(cpuMs(() => readBearerToken(`Bearer ${'a'.repeat(1_000_000)} `))).toBeLessThan(500);
  });
});
