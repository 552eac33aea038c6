import { Buffer } from 'node:buffer';
import { otc } from '@toolwire/otc';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createToolServer, type RequestVerifier } from '../src/index.ts';
import { hostRequest, recordingLogger, send } from './support.ts';

const token =
  'eyJhbGciOiJSUzI1NiIsImtpZCI6ImtleS0xIn0.eyJzdWIiOiJhZGEiLCJhdWQiOiJ0b29scyJ9.q2Vw-7sYx0RkTzB4mLhN_dJ3uGcE1fAoPi';
const password = 'hunter22:and-more';
const session = 's%3A0f3b9c77d1e24a58.a1B2c3D4e5F6';
const headers = { authorization: `Bearer ${token}`, cookie: `theme=dark; connect.sid=${session}`, 'x-mine': password };

/** All that a server logs of a caller whose check ends so. */
async function loggedOf(verify: () => unknown, sent: Readonly<Record<string, string>> = headers): Promise<string> {
  const logger = recordingLogger();
  const auth = { scheme: 'mine', header: 'x-mine', verify } as RequestVerifier;
  const server = createToolServer({ tools: [], wires: [otc()], auth, logger });
  const answer = await send(server, hostRequest('GET', '/tools', undefined, sent));
  expect(answer?.status).not.toBe(200);
  return JSON.stringify(logger.records);
}

/** The part of the credentials that a string reveals: eight or more consecutive characters. */
function shownIn(text: string): readonly string[] {
  const windows = (secret: string): string[] =>
    Array.from({ length: secret.length - 7 }, (_, at) => secret.slice(at, at + 8));
  return [token, password, session].flatMap(windows).filter((piece) => text.includes(piece));
}

const throwing = (error: unknown) => (): never => {
  throw error;
};

describe('an error of a verifier', () => {
  test.each<[string, (text: string) => unknown]>([
    ['its message', (text) => new Error(`not good: ${text}`)],
    ['its stack', (text) => Object.assign(new Error('not good'), { stack: `Error: not good\n    at ${text} (a.js)` })],
    ['its name', (text) => Object.assign(new Error('not good'), { name: text })],
    ['its code', (text) => Object.assign(new Error('not good'), { code: text })],
    ['its cause', (text) => new Error('not good', { cause: new Error(`of ${text}`) })],
    ['an error of several', (text) => new AggregateError([new Error(`not good: ${text}`)], 'not good')],
    ['a text that is thrown', (text) => `not good: ${text}`],
    ['a member of what is no error', (text) => ({ [text]: 1 })],
  ])('is logged without any part of a credential that it quotes: in %s', async (_where, thrown) => {
    for (const secret of [token, password, session]) {
      for (const part of [secret, secret.slice(0, 10), secret.slice(5, 13), secret.slice(-9)]) {
        for (const quoted of [`${part}...`, `"${part}…"`, `(${part})`]) {
          const text = await loggedOf(throwing(thrown(quoted)));
          expect(text).toContain('verifier_failed');
          expect(shownIn(text), quoted).toEqual([]);
        }
      }
    }
  });

  test('is logged without any eight consecutive characters of a token', async () => {
    const part = fc
      .tuple(fc.nat(token.length), fc.nat(token.length))
      .map(([a, b]) => token.slice(Math.min(a, b), Math.max(a, b)));
    const words = fc.constantFrom('', ' ', '...', 'a', 'ey', '"', '[masked]', 'Bearer ');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(part, words), { maxLength: 6 }), async (pieces) => {
        expect(shownIn(await loggedOf(throwing(new Error(pieces.join('')))))).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  test('keeps names of schemes and cookies, other words, and shorter fragments', async () => {
    const said = "connect.sid has no session 'eyJhbGc', nor Bearer in sessions.ts: theme=";
    const text = await loggedOf(throwing(new Error(said)));
    expect(text).toContain(JSON.stringify(said).slice(1, -1));
  });

  test('is masked also if credentials could not be checked, and in its reason', async () => {
    const cause = new Error(`away while ${token.slice(0, 20)}... was asked for`);
    for (const reason of ['keys_unavailable', 'introspection_unavailable']) {
      const text = await loggedOf(() => ({ state: 'rejected', reason, cause }));
      expect(text).toContain('away while [masked]... was asked for');
    }
    const reason = `no such token: ${token.slice(0, 20)}..., nor ${token}`;
    const text = await loggedOf(() => ({ state: 'rejected', reason }));
    expect(text).toContain('no such token: [masked]..., nor [masked]');
  });

  test.each(['utf8', 'latin1'] as const)('is logged without a password of Basic in %s', async (encoding) => {
    const secret = 'pässwört-größe';
    const authorization = `Basic ${Buffer.from(`ada:${secret}`, encoding).toString('base64')}`;
    const text = await loggedOf(throwing(new Error(`wrong password ${secret}`)), { authorization });
    expect(text).toContain('wrong password [masked]');
  });

  test('keeps the code of a reason, also if a caller sends that code as a credential', async () => {
    const verify = () => ({ state: 'rejected', reason: 'unknown_api_key' });
    expect(await loggedOf(verify, { 'x-mine': 'unknown_api_key' })).toContain('"reason":"unknown_api_key"');
  });
});
