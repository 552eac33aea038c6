import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { hostCredentials as credentials } from '../src/host/start-otc.ts';
import { titlesThat } from './failures.ts';
import { type AuthSteps, correctAuth, hmac, parts, stranger, type TinyToken } from './tiny-auth.ts';
import { refuse } from './tiny-protocol.ts';
import type { TinyServerOptions } from './tiny-server.ts';

const facts = { state: 'credentials', credentials } as const;
const { bearerIn, guards, isForUs, isInTime, isSigned, keyIn } = correctAuth;
const headerOf = (value: string | undefined) => (value === undefined ? undefined : { text: value });
const seen = new WeakSet<Socket>();

interface BrokenServer extends Pick<TinyServerOptions, 'tamper'> {
  readonly flaw: string;
  readonly auth: Partial<AuthSteps>;
  readonly caught: string;
  /** The standard's text does not demand it. */
  readonly advised?: true;
}

const brokenServers: readonly BrokenServer[] = [
  {
    flaw: 'lists its tools to everybody',
    auth: { guards: (endpoint) => endpoint === 'POST /tools/call' },
    caught: 'List tools: a server that requires credentials shows no tools to unauthenticated callers',
  },
  {
    flaw: 'calls tools for everybody',
    auth: { guards: (endpoint) => endpoint === 'GET /tools' },
    caught: 'Call tool: a call without valid credentials is refused with 400',
  },
  {
    flaw: 'guards no path with a slash at its end',
    auth: { guards: (endpoint, incoming) => guards(endpoint, incoming) && !/\/(?:\?|$)/.test(incoming.url ?? '') },
    caught: 'Credentials: none: no bypass: the listing with a trailing slash',
  },
  {
    flaw: 'guards no path with a query',
    auth: { guards: (endpoint, incoming) => guards(endpoint, incoming) && !incoming.url?.includes('?') },
    caught: 'Credentials: none: no bypass: a call with a query',
  },
  {
    flaw: 'trusts callers that claim to be on this machine',
    auth: {
      guards: (endpoint, incoming) => guards(endpoint, incoming) && incoming.headers['x-forwarded-for'] !== '127.0.0.1',
    },
    caught: 'Credentials: none: no bypass: the listing with a forwarded loopback address',
  },
  {
    flaw: 'asks for credentials to see its health',
    auth: { guards: () => true },
    caught: 'Credentials: none: the health check returns 200 with and without credentials',
  },
  {
    flaw: 'knows a connection again',
    auth: {
      guards: (endpoint, incoming) => guards(endpoint, incoming) && !seen.has(incoming.socket),
      lets: (verdicts) => correctAuth.lets(verdicts),
      keyIn: (incoming) => {
        seen.add(incoming.socket);
        return keyIn(incoming);
      },
    },
    caught: 'Credentials: none: credentials apply to one request, not to its connection: one after the other',
  },
  {
    flaw: 'answers a listing with 403',
    auth: { refusal: (endpoint) => stranger(endpoint === 'GET /tools' ? 403 : 400) },
    caught: 'List tools: a server that requires credentials shows no tools to unauthenticated callers',
  },
  {
    flaw: 'answers a call with 401',
    auth: { refusal: () => stranger(401) },
    caught: 'Call tool: a call without valid credentials is refused with 400',
  },
  {
    flaw: 'does not say how to authenticate',
    auth: {
      refusal: (endpoint) => {
        const { headers: _headers, ...response } = stranger(endpoint === 'GET /tools' ? 401 : 400);
        return { ...response, headers: { 'content-type': 'application/json' } };
      },
    },
    caught: 'Credentials: none: a call returns 400 and the listing 401, both with WWW-Authenticate',
    advised: true,
  },
  {
    flaw: 'says that a token has expired',
    auth: {
      refusal: (endpoint, incoming) => {
        const token = bearerIn(incoming);
        const claims = typeof token === 'object' ? correctAuth.read(token.text)?.claims : undefined;
        const words = Number(claims?.['exp']) < Date.now() / 1000 ? 'Your token has expired.' : undefined;
        return stranger(endpoint === 'GET /tools' ? 401 : 400, words);
      },
    },
    caught: 'Credentials: invalid tokens: every refusal is the same as without credentials',
    advised: true,
  },
  {
    flaw: 'says which key was wrong',
    auth: {
      refusal: (endpoint, incoming) =>
        stranger(endpoint === 'GET /tools' ? 401 : 400, `Who is ${String(incoming.headers['otc-api-key'])}?`),
    },
    caught: 'Credentials: invalid API keys: every refusal is the same as without credentials',
    advised: true,
  },
  {
    flaw: 'accepts unsigned tokens',
    auth: { read: readAny, isSigned: (token, secret) => token.header['alg'] === 'none' || isSigned(token, secret) },
    caught: 'Credentials: invalid tokens: an invalid token is refused: alg none, without a signature',
  },
  {
    flaw: 'takes any spelling of none',
    auth: {
      read: readAny,
      isSigned: (token, secret) =>
        (/^none$/i.test(String(token.header['alg'])) && token.header['alg'] !== 'none') || isSigned(token, secret),
    },
    caught: 'Credentials: invalid tokens: an invalid token is refused: alg NONE, without a signature',
  },
  {
    flaw: 'lets a token choose how it is checked',
    auth: {
      isSigned: ({ header, signed, signature }, secret) =>
        hmac(String(header['alg']) === 'HS512' ? 'sha512' : 'sha256', signed, secret) === signature,
    },
    caught: 'Credentials: invalid tokens: an invalid token is refused: HS512',
  },
  {
    flaw: 'looks at no algorithm',
    auth: { isSigned: ({ signed, signature }, secret) => hmac('sha256', signed, secret) === signature },
    caught:
      'Credentials: invalid tokens: an invalid token is refused: RS256, signed with the secret as if it were HS256',
  },
  {
    flaw: 'checks no signature',
    auth: { isSigned: ({ header }) => header['alg'] === 'HS256' },
    caught: 'Credentials: invalid tokens: an invalid token is refused: another secret',
  },
  {
    flaw: 'checks the beginning of a signature',
    auth: {
      isSigned: ({ signed, signature }, secret) =>
        hmac('sha256', signed, secret).startsWith(signature) && signature !== '',
    },
    caught: 'Credentials: invalid tokens: an invalid token is refused: a truncated signature',
  },
  {
    flaw: 'takes tokens for ever',
    auth: { isInTime: () => true },
    caught: 'Credentials: invalid tokens: an invalid token is refused: exp years ago',
  },
  {
    flaw: 'takes tokens without an end',
    auth: { isInTime: (claims, now) => claims['exp'] === undefined || isInTime(claims, now) },
    caught: 'Credentials: invalid tokens: an invalid token is refused: no exp',
  },
  {
    flaw: 'reads an end that is a text',
    auth: { isInTime: (claims, now) => isInTime({ ...claims, exp: Number(claims['exp']) }, now) },
    caught: 'Credentials: invalid tokens: an invalid token is refused: exp as a numeric string',
  },
  {
    flaw: 'takes tokens before their time',
    auth: { isInTime: ({ exp }, now) => isInTime({ exp }, now) },
    caught: 'Credentials: invalid tokens: an invalid token is refused: nbf in an hour',
  },
  {
    flaw: 'forgives a minute',
    auth: { isInTime: (claims, now) => isInTime(claims, now - 90) },
    caught: 'Credentials: invalid tokens: an invalid token is refused: exp a minute ago',
    advised: true,
  },
  {
    flaw: 'takes tokens for others',
    auth: { isForUs: () => true },
    caught: 'Credentials: invalid tokens: an invalid token is refused: another aud',
  },
  {
    flaw: 'takes tokens for others, with any subject',
    auth: { isForUs: () => true },
    caught: 'Canaries: the refusal of an almost valid token repeats no part of it',
  },
  {
    flaw: 'looks for its name anywhere in aud',
    auth: { isForUs: (aud, audience) => isForUs(aud, audience) || (typeof aud === 'string' && aud.includes(audience)) },
    caught: 'Credentials: invalid tokens: an invalid token is refused: two auds in one string',
  },
  {
    flaw: 'takes no aud at all for any',
    auth: { isForUs: (aud, audience) => isForUs(aud, audience) || (Array.isArray(aud) && aud.length === 0) },
    caught: 'Credentials: invalid tokens: an invalid token is refused: an empty list of auds',
  },
  {
    flaw: 'overlooks what a token calls critical',
    auth: { isUncritical: () => true },
    caught: 'Credentials: invalid tokens: an invalid token is refused: crit with an unknown field',
  },
  {
    flaw: 'takes what follows a token',
    auth: { read: readAny },
    caught: 'Credentials: invalid tokens: an invalid token is refused: four segments',
  },
  {
    flaw: 'takes base64 of any kind',
    auth: {
      read: (token) => {
        const [header = '', claims = '', signature = '', ...more] = token.split('.');
        return more.length > 0 ? undefined : parts(header, claims, signature.replace('=', ''));
      },
    },
    caught: 'Credentials: invalid tokens: an invalid token is refused: base64 with padding',
  },
  {
    flaw: 'reads base64 as base64url',
    auth: { read: (token) => readAny(token.replaceAll('+', '-').replaceAll('/', '_')) },
    caught: 'Credentials: invalid tokens: an invalid token is refused: base64 instead of base64url',
  },
  {
    flaw: 'skips characters of a signature outside base64url',
    auth: { read: (token) => readAny(token.replace(/[^.]*$/, (signature) => signature.replaceAll(/[^\w-]/g, ''))) },
    caught: 'Credentials: invalid tokens: an invalid token is refused: a character outside base64url',
  },
  {
    flaw: 'trusts the key in a token',
    auth: { isSigned: (token, secret) => isSigned(token, secret) || isSignedByOwnKey(token), isForUs: isExactlyForUs },
    caught: 'Credentials: invalid tokens: an invalid token is refused: the signing key in the token header',
  },
  {
    flaw: 'replaces bytes that are not UTF-8',
    auth: { read: readLoosely, isForUs: isExactlyForUs },
    caught: 'Credentials: invalid tokens: an invalid token is refused: claims that are not UTF-8',
  },
  {
    flaw: 'knows one spelling of Bearer',
    auth: {
      bearerIn: (incoming) =>
        incoming.headers.authorization?.startsWith('Bearer ') === false ? 'malformed' : bearerIn(incoming),
    },
    caught: 'Credentials: valid: a token is accepted: the scheme as bearer',
  },
  {
    flaw: 'takes a token by any scheme',
    auth: { bearerIn: (incoming) => headerOf(incoming.headers.authorization?.split(' ').at(-1)) },
    caught: 'Credentials: tokens in the wrong form: a valid token in an invalid form is refused: the scheme JWT',
  },
  {
    flaw: 'splits at any white space',
    auth: { bearerIn: (incoming) => headerOf(incoming.headers.authorization?.split(/\s+/)[1]) },
    caught: 'Credentials: tokens in the wrong form: a valid token in an invalid form is refused: a tab',
  },
  {
    flaw: 'sees the first of two headers',
    auth: { bearerIn: (incoming) => headerOf(incoming.headers.authorization?.replace(/^bearer /i, '')) },
    caught:
      'Credentials: tokens in the wrong form: a valid token in an invalid form is refused: a valid header before an invalid one',
  },
  {
    flaw: 'takes a token from the query',
    auth: {
      bearerIn: (incoming) => headerOf(/[?&]access_token=([^&]+)/.exec(incoming.url ?? '')?.[1]) ?? bearerIn(incoming),
    },
    caught:
      'Credentials: tokens in the wrong form: a valid token in an invalid form is refused: access_token in the query',
  },
  {
    flaw: 'takes a token from a cookie',
    auth: {
      bearerIn: (incoming) =>
        headerOf(/\btoken=([^;]+)/.exec(incoming.headers.cookie ?? '')?.[1]) ?? bearerIn(incoming),
    },
    caught: 'Credentials: tokens in the wrong form: a valid token in an invalid form is refused: a cookie',
  },
  {
    flaw: 'compares as much of a key as came',
    auth: { isKey: (sent, key) => key.startsWith(sent) },
    caught: 'Credentials: invalid API keys: an invalid API key is refused: a truncated key',
  },
  {
    flaw: 'compares no more than the length of a key',
    auth: { isKey: (sent, key) => sent.startsWith(key) },
    caught: 'Credentials: invalid API keys: an invalid API key is refused: a key with a suffix',
  },
  {
    flaw: 'compares keys in any case',
    auth: { isKey: (sent, key) => sent.toLowerCase() === key.toLowerCase() },
    caught: 'Credentials: invalid API keys: an invalid API key is refused: a key in another case',
  },
  {
    flaw: 'trims keys as JavaScript does',
    auth: { isKey: (sent, key) => sent.trim() === key },
    caught: 'Credentials: invalid API keys: an invalid API key is refused: a non-breaking space',
  },
  {
    flaw: 'looks keys up in an object',
    auth: { isKey: (sent, key) => Boolean(({ [key]: 'ada' } as Record<string, unknown>)[sent]) },
    caught: 'Credentials: invalid API keys: an invalid API key is refused: the word constructor',
  },
  {
    flaw: 'decodes keys',
    auth: { isKey: (sent, key) => decodeURIComponent(sent.replace(/%(?!..)/g, '')).trim() === key },
    caught:
      'Credentials: invalid API keys: an invalid API key is refused: a key with its first character percent-encoded',
  },
  {
    flaw: 'takes any key of a list',
    auth: {
      isKey: (sent, key) => sent.split(/, */).includes(key),
      keyIn: (incoming) => headerOf(incoming.headersDistinct['otc-api-key']?.join(', ')),
    },
    caught: 'Credentials: invalid API keys: an invalid API key is refused: an invalid header before a valid one',
  },
  {
    flaw: 'takes a key from the query',
    auth: { keyIn: (incoming) => headerOf(/[?&]api_key=([^&]+)/.exec(incoming.url ?? '')?.[1]) ?? keyIn(incoming) },
    caught: 'Credentials: invalid API keys: an invalid API key is refused: api_key in the query',
  },
  {
    flaw: 'takes a header with underscores for the one with dashes',
    auth: { keyIn: (incoming) => headerOf(incoming.headersDistinct['otc_api_key']?.[0]) ?? keyIn(incoming) },
    caught: 'Credentials: invalid API keys: an invalid API key is refused: a header name with underscores',
  },
  {
    flaw: 'looks at a body before it knows whose it is',
    auth: {},
    tamper: (response, { headers }) =>
      headers['content-type'] === 'text/plain' ? refuse('Send application/json.') : response,
    caught: 'Order of refusals: credentials is reported before every later flaw',
    advised: true,
  },
  {
    flaw: 'forgives a bad token for a good key',
    auth: { lets: (verdicts) => verdicts.includes(true) },
    caught:
      'Credentials: valid: a valid credential does not make up for an invalid one: an invalid token with a valid key',
    advised: true,
  },
];

const options: Partial<TinyServerOptions> = { credentials };

// All of them with `npm test -- --all`.
const selectedServers = brokenServers.filter((_, index) => process.env['TEST_SCOPE'] === 'all' || index % 12 === 0);

test('a conforming server accepts only valid credentials', async () => {
  expect(await titlesThat('fail', options, facts)).toEqual([]);
  for (const { caught, advised } of selectedServers) {
    if (advised) expect(await titlesThat('warn', options, facts, caught)).toEqual([]);
  }
});

test('a server that crashes on HEAD of the listing is caught', async () => {
  const tamper: TinyServerOptions['tamper'] = (response, { endpoint }) =>
    endpoint === 'HEAD /tools' ? { ...response, status: 500 } : response;
  const caught = 'Credentials: none: no bypass: HEAD of the listing';
  expect(await titlesThat('fail', { ...options, tamper }, facts, caught)).toEqual([caught]);
});

test('the response to an attempt that the standard allows is not compared with a refusal', async () => {
  const auth: Partial<AuthSteps> = {
    bearerIn: (incoming) => {
      const [field = '', ...more] = incoming.headersDistinct['authorization'] ?? [];
      const text = more.length === 0 ? /^bearer {2,}([!-~]+)$/i.exec(field)?.[1] : undefined;
      return headerOf(text) ?? bearerIn(incoming);
    },
    isInTime: (claims, now) => isInTime(claims, now - 90),
  };
  for (const group of ['invalid tokens', 'tokens in the wrong form']) {
    const same = `Credentials: ${group}: every refusal is the same as without credentials`;
    expect(await titlesThat('pass', { ...options, auth }, facts, same)).toEqual([same]);
  }
});

test.each(selectedServers)('a server that $flaw is caught', async ({ auth, tamper, caught, advised }) => {
  const ended = advised ? 'warn' : 'fail';
  expect(await titlesThat(ended, { ...options, auth, ...(tamper && { tamper }) }, facts, caught)).toEqual([caught]);
});

/** Takes a token apart without a look at its form. */
function readAny(token: string): ReturnType<AuthSteps['read']> {
  const [header = '', claims = '', signature = ''] = token.split('.');
  return parts(header, claims, signature);
}

function isExactlyForUs(aud: unknown, audience: string): boolean {
  return aud === audience;
}

function isSignedByOwnKey({ header: { jwk }, signed, signature }: TinyToken): boolean {
  if (typeof jwk !== 'object' || jwk === null || !('x' in jwk)) return false;
  const key = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
  return verify('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
}

/** Decodes claims without a check of their bytes. */
function readLoosely(token: string): TinyToken | undefined {
  const [header = '', claims = '', signature = ''] = token.split('.');
  const text = Buffer.from(claims, 'base64url').toString();
  const read = parts(header, Buffer.from(text).toString('base64url'), signature);
  return read && { ...read, signed: `${header}.${claims}` };
}
