import { describe, expect, it } from 'vitest';
import { anyOf, apiKey, authenticate, type Verifier } from '../src/index.ts';
import { jwt } from '../src/jwt.ts';
import { authorization, bearer, headers } from './headers.ts';
import { now, secret, signed } from './tokens.ts';

const audiences = ['tools'];
const issuer = 'https://login.example.com';
const verifier = jwt({ secret, audiences, issuer });
const over = { exp: now() - 1, aud: 'tools', iss: issuer };

async function told(token: string, by: Verifier = verifier): Promise<string | undefined> {
  const found = await authenticate(by, bearer(token));
  return found.ok ? 'accepted' : found.token;
}

describe('a caller whose bearer token is refused (ANS-08)', () => {
  it('sees that it has expired if it is otherwise valid', async () => {
    expect(await told(await signed(over))).toBe('expired');
  });

  it.each([
    ['for another server', { ...over, aud: 'others' }],
    ['of another issuer', { ...over, iss: 'https://other.example.com' }],
  ])('does not see the reason if it was %s', async (_what, claims) => {
    expect(await told(await signed(claims))).toBe('refused');
  });

  it('does not see it for an invalid signature', async () => {
    const other = new TextEncoder().encode('x'.repeat(32));
    expect(await told(await signed(over, {}, other))).toBe('refused');
    expect(await told('opaque')).toBe('refused');
  });

  it('sees it from the matching verifier of several', async () => {
    const stranger = jwt({ secret: 'y'.repeat(32) });
    expect(await told(await signed(over), anyOf(stranger, verifier))).toBe('expired');
    expect(await told(await signed({ exp: now() - 1 }), anyOf(stranger, verifier))).toBe('refused');
  });

  it('sees that a key as token was rejected, never that it has expired', async () => {
    const keys = apiKey({ keys: { ada: 'k'.repeat(32) }, acceptAsBearer: true });
    expect(await told('wrong', keys)).toBe('refused');
  });
});

describe('a caller without a bearer token (ANS-08)', () => {
  it.each([
    ['nothing', headers()],
    ['another scheme', authorization('Basic YTpi')],
    ['no word behind the scheme', authorization('Bearer ')],
  ])('gets no token status: %s', async (_what, request) => {
    expect(await authenticate(verifier, request)).not.toHaveProperty('token');
  });

  it('sees no token status for an invalid API key', async () => {
    const both = anyOf(apiKey({ keys: { ada: 'k'.repeat(32) } }), verifier);
    expect(await authenticate(both, headers(['OTC-API-Key', 'wrong']))).not.toHaveProperty('token');
  });
});

it('an unverifiable token is not reported as invalid', async () => {
  const away = jwt({
    issuer,
    audiences,
    fetch: async () => Promise.reject(new Error('down')),
  });
  const [head, claims] = [{ alg: 'ES256' }, over].map((part) => btoa(JSON.stringify(part)).replace(/=+$/, ''));
  const found = await authenticate(away, bearer(`${head}.${claims}.AAAA`));
  expect(found).toMatchObject({ reason: 'keys_unavailable' });
  expect(found).not.toHaveProperty('token');
});
