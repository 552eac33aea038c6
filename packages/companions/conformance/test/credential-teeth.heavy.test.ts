import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { hostCredentials as credentials } from '../src/host/host-credentials.ts';
import { titlesThat } from './failures.ts';
import { type DoorSteps, hmac, parts, rightDoor, stranger } from './tiny-door.ts';
import { refuse } from './tiny-protocol.ts';
import type { TinyServerOptions } from './tiny-server.ts';

const facts = { state: 'credentials', credentials } as const;
const { bearerIn, guards, isForUs, isInTime, isSigned, keyIn } = rightDoor;
const headerOf = (value: string | undefined) => (value === undefined ? undefined : { text: value });
const seen = new WeakSet<Socket>();

interface Spoilt extends Pick<TinyServerOptions, 'tamper'> {
  readonly flaw: string;
  readonly door: Partial<DoorSteps>;
  readonly caught: string;
  /** The standard's text does not demand it. */
  readonly advised?: true;
}

const spoilt: readonly Spoilt[] = [
  {
    flaw: 'lists its tools to everybody',
    door: { guards: (endpoint) => endpoint === 'POST /tools/call' },
    caught: 'List tools: a server that requires credentials shows no tool to strangers',
  },
  {
    flaw: 'calls tools for everybody',
    door: { guards: (endpoint) => endpoint === 'GET /tools' },
    caught: 'Call tool: a call without valid credentials is refused with 400',
  },
  {
    flaw: 'guards no path with a slash at its end',
    door: { guards: (endpoint, incoming) => guards(endpoint, incoming) && !/\/(?:\?|$)/.test(incoming.url ?? '') },
    caught: 'Credentials: strangers: no way around: the listing with a slash at its end',
  },
  {
    flaw: 'guards no path with a query',
    door: { guards: (endpoint, incoming) => guards(endpoint, incoming) && !incoming.url?.includes('?') },
    caught: 'Credentials: strangers: no way around: a call with a query',
  },
  {
    flaw: 'trusts whoever says to come from this machine',
    door: {
      guards: (endpoint, incoming) => guards(endpoint, incoming) && incoming.headers['x-forwarded-for'] !== '127.0.0.1',
    },
    caught: 'Credentials: strangers: no way around: the listing for this machine',
  },
  {
    flaw: 'asks for credentials to see its health',
    door: { guards: () => true },
    caught: 'Credentials: strangers: the health check is the same for all, good credentials or none',
  },
  {
    flaw: 'knows a connection again',
    door: {
      guards: (endpoint, incoming) => guards(endpoint, incoming) && !seen.has(incoming.socket),
      lets: (verdicts) => rightDoor.lets(verdicts),
      keyIn: (incoming) => {
        seen.add(incoming.socket);
        return keyIn(incoming);
      },
    },
    caught: 'Credentials: strangers: credentials hold for one request, and not for its connection: in turn',
  },
  {
    flaw: 'answers a listing with 403',
    door: { refusal: (endpoint) => stranger(endpoint === 'GET /tools' ? 403 : 400) },
    caught: 'List tools: a server that requires credentials shows no tool to strangers',
  },
  {
    flaw: 'answers a call with 401',
    door: { refusal: () => stranger(401) },
    caught: 'Call tool: a call without valid credentials is refused with 400',
  },
  {
    flaw: 'does not say how to authenticate',
    door: {
      refusal: (endpoint) => {
        const { headers: _headers, ...answer } = stranger(endpoint === 'GET /tools' ? 401 : 400);
        return { ...answer, headers: { 'content-type': 'application/json' } };
      },
    },
    caught: 'Credentials: strangers: a call is answered 400 and the listing 401, both with how to authenticate',
  },
  {
    flaw: 'says that a token has expired',
    door: {
      refusal: (endpoint, incoming) => {
        const token = bearerIn(incoming);
        const claims = typeof token === 'object' ? rightDoor.read(token.text)?.claims : undefined;
        const words = Number(claims?.['exp']) < Date.now() / 1000 ? 'Your token has expired.' : undefined;
        return stranger(endpoint === 'GET /tools' ? 401 : 400, words);
      },
    },
    caught:
      'Credentials: tokens that are bad: no answer tells what was nearly right: all of them are that to no credentials at all',
    advised: true,
  },
  {
    flaw: 'says which key was wrong',
    door: {
      refusal: (endpoint, incoming) =>
        stranger(endpoint === 'GET /tools' ? 401 : 400, `Who is ${String(incoming.headers['otc-api-key'])}?`),
    },
    caught:
      'Credentials: API keys that are bad: no answer tells what was nearly right: all of them are that to no credentials at all',
    advised: true,
  },
  {
    flaw: 'takes tokens that nobody has signed',
    door: { read: readAny, isSigned: (token, secret) => token.header['alg'] === 'none' || isSigned(token, secret) },
    caught: 'Credentials: tokens that are bad: a token is refused: alg none, without a signature',
  },
  {
    flaw: 'takes any spelling of none',
    door: {
      read: readAny,
      isSigned: (token, secret) =>
        (/^none$/i.test(String(token.header['alg'])) && token.header['alg'] !== 'none') || isSigned(token, secret),
    },
    caught: 'Credentials: tokens that are bad: a token is refused: alg NONE, without a signature',
  },
  {
    flaw: 'lets a token choose how it is checked',
    door: {
      isSigned: ({ header, signed, signature }, secret) =>
        hmac(String(header['alg']) === 'HS512' ? 'sha512' : 'sha256', signed, secret) === signature,
    },
    caught: 'Credentials: tokens that are bad: a token is refused: HS512',
  },
  {
    flaw: 'looks at no algorithm',
    door: { isSigned: ({ signed, signature }, secret) => hmac('sha256', signed, secret) === signature },
    caught: 'Credentials: tokens that are bad: a token is refused: RS256, signed with the secret as if it were HS256',
  },
  {
    flaw: 'checks no signature',
    door: { isSigned: ({ header }) => header['alg'] === 'HS256' },
    caught: 'Credentials: tokens that are bad: a token is refused: another secret',
  },
  {
    flaw: 'checks the beginning of a signature',
    door: {
      isSigned: ({ signed, signature }, secret) =>
        hmac('sha256', signed, secret).startsWith(signature) && signature !== '',
    },
    caught: 'Credentials: tokens that are bad: a token is refused: a signature that is cut',
  },
  {
    flaw: 'takes tokens for ever',
    door: { isInTime: () => true },
    caught: 'Credentials: tokens that are bad: a token is refused: exp years ago',
  },
  {
    flaw: 'takes tokens without an end',
    door: { isInTime: (claims, now) => claims['exp'] === undefined || isInTime(claims, now) },
    caught: 'Credentials: tokens that are bad: a token is refused: no exp',
  },
  {
    flaw: 'reads an end that is a text',
    door: { isInTime: (claims, now) => isInTime({ ...claims, exp: Number(claims['exp']) }, now) },
    caught: 'Credentials: tokens that are bad: a token is refused: exp as a text of seconds',
  },
  {
    flaw: 'takes tokens before their time',
    door: { isInTime: ({ exp }, now) => isInTime({ exp }, now) },
    caught: 'Credentials: tokens that are bad: a token is refused: nbf in an hour',
  },
  {
    flaw: 'forgives a minute',
    door: { isInTime: (claims, now) => isInTime(claims, now - 90) },
    caught: 'Credentials: tokens that are bad: a token is refused: exp a minute ago',
  },
  {
    flaw: 'takes tokens for others',
    door: { isForUs: () => true },
    caught: 'Credentials: tokens that are bad: a token is refused: another aud',
  },
  {
    flaw: 'looks for its name anywhere in aud',
    door: { isForUs: (aud, audience) => isForUs(aud, audience) || (typeof aud === 'string' && aud.includes(audience)) },
    caught: 'Credentials: tokens that are bad: a token is refused: aud beside another one in one text',
  },
  {
    flaw: 'takes no aud at all for any',
    door: { isForUs: (aud, audience) => isForUs(aud, audience) || (Array.isArray(aud) && aud.length === 0) },
    caught: 'Credentials: tokens that are bad: a token is refused: an empty list of auds',
  },
  {
    flaw: 'overlooks what a token calls critical',
    door: { isUncritical: () => true },
    caught: 'Credentials: tokens that are bad: a token is refused: a critical member that is unknown',
  },
  {
    flaw: 'takes what follows a token',
    door: { read: readAny },
    caught: 'Credentials: tokens that are bad: a token is refused: four segments',
  },
  {
    flaw: 'takes base64 of any kind',
    door: {
      read: (token) => {
        const [header = '', claims = '', signature = '', ...more] = token.split('.');
        return more.length > 0 ? undefined : parts(header, claims, signature.replace('=', ''));
      },
    },
    caught: 'Credentials: tokens that are bad: a token is refused: base64 with padding',
  },
  {
    flaw: 'knows one spelling of Bearer',
    door: {
      bearerIn: (incoming) =>
        incoming.headers.authorization?.startsWith('Bearer ') === false ? 'malformed' : bearerIn(incoming),
    },
    caught: 'Credentials: those that are good: a token is taken: the scheme as bearer',
  },
  {
    flaw: 'takes a token by any scheme',
    door: { bearerIn: (incoming) => headerOf(incoming.headers.authorization?.split(' ').at(-1)) },
    caught: 'Credentials: tokens sent wrongly: a good token is refused: the scheme JWT',
  },
  {
    flaw: 'splits at any white space',
    door: { bearerIn: (incoming) => headerOf(incoming.headers.authorization?.split(/\s+/)[1]) },
    caught: 'Credentials: tokens sent wrongly: a good token is refused: two spaces',
  },
  {
    flaw: 'sees the first of two headers',
    door: { bearerIn: (incoming) => headerOf(incoming.headers.authorization?.replace(/^bearer /i, '')) },
    caught: 'Credentials: tokens sent wrongly: a good token is refused: a good header and a bad one',
  },
  {
    flaw: 'takes a token from the query',
    door: {
      bearerIn: (incoming) => headerOf(/[?&]access_token=([^&]+)/.exec(incoming.url ?? '')?.[1]) ?? bearerIn(incoming),
    },
    caught: 'Credentials: tokens sent wrongly: a good token is refused: access_token in the query',
  },
  {
    flaw: 'takes a token from a cookie',
    door: {
      bearerIn: (incoming) =>
        headerOf(/\btoken=([^;]+)/.exec(incoming.headers.cookie ?? '')?.[1]) ?? bearerIn(incoming),
    },
    caught: 'Credentials: tokens sent wrongly: a good token is refused: a cookie',
  },
  {
    flaw: 'compares as much of a key as came',
    door: { isKey: (sent, key) => key.startsWith(sent) },
    caught: 'Credentials: API keys that are bad: an API key is refused: a key without its end',
  },
  {
    flaw: 'compares no more than the length of a key',
    door: { isKey: (sent, key) => sent.startsWith(key) },
    caught: 'Credentials: API keys that are bad: an API key is refused: a key with more at its end',
  },
  {
    flaw: 'compares keys in any case',
    door: { isKey: (sent, key) => sent.toLowerCase() === key.toLowerCase() },
    caught: 'Credentials: API keys that are bad: an API key is refused: a key in another case',
  },
  {
    flaw: 'trims keys as JavaScript does',
    door: { isKey: (sent, key) => sent.trim() === key },
    caught: 'Credentials: API keys that are bad: an API key is refused: a space that breaks no line',
  },
  {
    flaw: 'looks keys up in an object',
    door: { isKey: (sent, key) => Boolean(({ [key]: 'ada' } as Record<string, unknown>)[sent]) },
    caught: 'Credentials: API keys that are bad: an API key is refused: the word constructor',
  },
  {
    flaw: 'decodes keys',
    door: { isKey: (sent, key) => decodeURIComponent(sent.replace(/%(?!..)/g, '')).trim() === key },
    caught: 'Credentials: API keys that are bad: an API key is refused: a key that is percent-encoded',
  },
  {
    flaw: 'takes any key of a list',
    door: {
      isKey: (sent, key) => sent.split(/, */).includes(key),
      keyIn: (incoming) => headerOf(incoming.headersDistinct['otc-api-key']?.join(', ')),
    },
    caught: 'Credentials: API keys that are bad: an API key is refused: a bad header and a good one',
  },
  {
    flaw: 'takes a key from the query',
    door: { keyIn: (incoming) => headerOf(/[?&]api_key=([^&]+)/.exec(incoming.url ?? '')?.[1]) ?? keyIn(incoming) },
    caught: 'Credentials: API keys that are bad: an API key is refused: api_key in the query',
  },
  {
    flaw: 'takes a header with underscores for the one with dashes',
    door: { keyIn: (incoming) => headerOf(incoming.headersDistinct['otc_api_key']?.[0]) ?? keyIn(incoming) },
    caught: 'Credentials: API keys that are bad: an API key is refused: the name of the header with underscores',
  },
  {
    flaw: 'looks at a body before it knows whose it is',
    door: {},
    tamper: (answer, { headers }) =>
      headers['content-type'] === 'text/plain' ? refuse('Send application/json.') : answer,
    caught: 'Order of refusals: credentials comes before everything after it',
    advised: true,
  },
  {
    flaw: 'forgives a bad token for a good key',
    door: { lets: (verdicts) => verdicts.includes(true) },
    caught:
      'Credentials: those that are good: what is good does not make up for what is bad: a bad token beside a good key',
    advised: true,
  },
];

const options: Partial<TinyServerOptions> = { credentials };

// All of them with `npm test -- --all`.
const spoiltHere = spoilt.filter((_, index) => process.env['TEST_SCOPE'] === 'all' || index % 12 === 0);

test('a right server lets in whom it should, and nobody else', async () => {
  expect(await titlesThat('fail', options, facts)).toEqual([]);
  for (const { caught, advised } of spoiltHere) {
    if (advised) expect(await titlesThat('warn', options, facts, caught)).toEqual([]);
  }
});

test.each(spoiltHere)('a server that $flaw is caught', async ({ door, tamper, caught, advised }) => {
  const ended = advised ? 'warn' : 'fail';
  expect(await titlesThat(ended, { ...options, door, ...(tamper && { tamper }) }, facts, caught)).toEqual([caught]);
});

/** Takes a token apart without a look at its form. */
function readAny(token: string): ReturnType<DoorSteps['read']> {
  const [header = '', claims = '', signature = ''] = token.split('.');
  return parts(header, claims, signature);
}
