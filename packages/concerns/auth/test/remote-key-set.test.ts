import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { Fetch } from '@toolwire/internal';
import { exportJWK, generateKeyPair } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { authenticate } from '../src/index.ts';
import { jwt } from '../src/jwt.ts';
import { bearer } from './headers.ts';
import { signed } from './tokens.ts';

const pairs = await Promise.all(['ES256', 'ES256'].map((alg) => generateKeyPair(alg)));
const [oldKey, newKey] = await Promise.all(
  pairs.map(async ({ publicKey }, index) => ({ ...(await exportJWK(publicKey)), kid: ['old', 'new'][index] })),
);
const sign = (kid: 'old' | 'new'): Promise<string> =>
  signed({ exp: 9_999_999_999 }, { alg: 'ES256', kid }, (pairs[kid === 'old' ? 0 : 1] as (typeof pairs)[0]).privateKey);
const [oldToken, newToken] = await Promise.all([sign('old'), sign('new')]);
const strangeToken = await signed({}, { alg: 'ES256', kid: 'made-up' }, (pairs[0] as (typeof pairs)[0]).privateKey);

/** An issuer whose response, a status or a body, the test can change. */
class Issuer {
  answer: () => unknown = () => ({ keys: [oldKey] });
  readonly fetch = vi.fn<Fetch>(async () => {
    const answer = await this.answer();
    return typeof answer === 'number'
      ? new Response(JSON.stringify({ keys: [oldKey] }), { status: answer })
      : new Response(JSON.stringify(answer));
  });
}

function verifierOf(fetch: Fetch): (token: string) => Promise<unknown> {
  const verifier = jwt({ jwks: 'https://login.example.com/keys', fetch });
  return async (token) => verifier.verify(bearer(token));
}

function connectionsOf(server: Server): Promise<number> {
  return promisify<number>((done) => server.getConnections((error, count) => done(error, count)))();
}

const accepted = { state: 'accepted', principal: { id: 'ada' } };
const unknownKey = { state: 'rejected', reason: 'unknown_key' };
const unavailable = { state: 'rejected', reason: 'keys_unavailable' };

describe('keys of an issuer', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('are loaded once with the first token, and cached', async () => {
    const { fetch } = new Issuer();
    const verify = verifierOf(fetch);
    expect(fetch).not.toHaveBeenCalled();

    for (const found of await Promise.all([oldToken, oldToken, oldToken].map(verify))) {
      expect(found).toMatchObject(accepted);
    }
    vi.advanceTimersByTime(599_000);
    expect(await verify(oldToken)).toMatchObject(accepted);
    expect(fetch).toHaveBeenCalledTimes(1);
    const [url, init] = fetch.mock.calls[0] ?? [];
    expect(url).toBe('https://login.example.com/keys');
    expect(init?.redirect).toBe('manual');
    expect(init?.signal).toBeInstanceOf(AbortSignal);
  });

  it('are loaded again after ten minutes, and removed keys are rejected', async () => {
    const one = new Issuer();
    const verify = verifierOf(one.fetch);
    await verify(oldToken);
    one.answer = () => ({ keys: [newKey] });
    vi.advanceTimersByTime(601_000);

    expect(await verify(oldToken)).toMatchObject(unknownKey);
    expect(await verify(newToken)).toMatchObject(accepted);
    expect(one.fetch).toHaveBeenCalledTimes(2);
  });

  it('are loaded again for a new key ID', async () => {
    const one = new Issuer();
    const verify = verifierOf(one.fetch);
    await verify(oldToken);
    one.answer = () => ({ keys: [oldKey, newKey] });
    vi.advanceTimersByTime(11_000);

    for (const found of await Promise.all([newToken, newToken, oldToken].map(verify))) {
      expect(found).toMatchObject(accepted);
    }
    expect(one.fetch).toHaveBeenCalledTimes(2);
  });

  it('are loaded at most once in ten seconds for unknown key IDs', async () => {
    const { fetch } = new Issuer();
    const verify = verifierOf(fetch);

    for (let second = 0; second < 30; second++) {
      expect(await verify(strangeToken)).toMatchObject(unknownKey);
      vi.advanceTimersByTime(1000);
    }
    expect(fetch).toHaveBeenCalledTimes(4);
    expect(await verify(oldToken)).toMatchObject(accepted);
  });

  it('share one load', async () => {
    const { fetch } = new Issuer();
    const verify = verifierOf(fetch);
    await Promise.all([oldToken, oldToken, oldToken].map(verify));

    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('are not loaded for a malformed token', async () => {
    const { fetch } = new Issuer();
    const verify = verifierOf(fetch);

    expect(await verify(await signed())).toMatchObject({ reason: 'algorithm_not_allowed' });
    expect(await verify('garbage')).toMatchObject({ reason: 'malformed' });
    expect(fetch).not.toHaveBeenCalled();
  });

  it.each<[string, () => unknown]>([
    ['refuses the connection', () => Promise.reject(new TypeError('fetch failed'))],
    [
      'throws',
      () => {
        throw new Error('thrown');
      },
    ],
    ['answers 500', () => 500],
    ['answers with a redirect', () => 302],
    ['answers without keys', () => ({})],
    ['answers a text', () => 'keys'],
    ['answers null', () => null],
    ['returns invalid keys', () => ({ keys: ['key'] })],
  ])('reject the token, with the reason for the log, when the issuer %s', async (_what, answer) => {
    const one = new Issuer();
    one.answer = answer;
    const verifier = jwt({ jwks: 'https://login.example.com/keys', fetch: one.fetch });
    const found = await authenticate(verifier, bearer(oldToken));

    expect(found).toMatchObject({ ok: false, challenge: 'Bearer', reason: 'keys_unavailable' });
    expect((found as { cause?: unknown }).cause).toBeInstanceOf(Error);
  });

  it('are not requested again right after a failure, and recover with the issuer', async () => {
    const one = new Issuer();
    one.answer = () => 503;
    const verify = verifierOf(one.fetch);
    for (let call = 0; call < 5; call++) expect(await verify(oldToken)).toMatchObject(unavailable);
    expect(one.fetch).toHaveBeenCalledTimes(1);

    one.answer = () => ({ keys: [oldKey] });
    vi.advanceTimersByTime(11_000);
    expect(await verify(oldToken)).toMatchObject(accepted);
  });

  it('are used for another hour while the issuer is down, without waiting for it', async () => {
    const one = new Issuer();
    const verify = verifierOf(one.fetch);
    await verify(oldToken);
    one.answer = () => 503;
    vi.advanceTimersByTime(601_000);
    expect(await verify(oldToken)).toMatchObject(accepted);

    one.answer = () => new Promise(() => {});
    vi.advanceTimersByTime(60_000);
    expect(await verify(oldToken)).toMatchObject(accepted);
  });

  it('are used at most one hour while the issuer is down', async () => {
    const one = new Issuer();
    const verify = verifierOf(one.fetch);
    await verify(oldToken);
    one.answer = () => 503;
    vi.advanceTimersByTime(3_599_000);
    expect(await verify(oldToken)).toMatchObject(accepted);
    vi.advanceTimersByTime(12_000);
    expect(await verify(oldToken)).toMatchObject(unavailable);
  });
});

describe('keys over HTTP', () => {
  let server: Server;
  let requests: number;
  let sentBytes: number;
  let address: string;

  beforeEach(async () => {
    requests = 0;
    sentBytes = 0;
    server = createServer((request, response) => {
      requests += 1;
      if (request.url === '/moved') response.writeHead(302, { location: '/keys' }).end();
      else if (request.url === '/broken') response.end('<html>');
      else if (request.url === '/endless') pour(response);
      else response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [oldKey] }));
    });
    await new Promise<void>((done) => {
      server.listen(0, '127.0.0.1', done);
    });
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((done) => {
      server.close(done);
    });
  });

  /** Sends an endless object as fast as it is read. */
  function pour(response: ServerResponse): void {
    const part = Buffer.from(`{"keys":["${'x'.repeat(64 * 1024)}`);
    Readable.from(
      (function* () {
        for (;;) {
          sentBytes += part.length;
          yield part;
        }
      })(),
    ).pipe(response);
  }

  it('are loaded with the global fetch', async () => {
    const verifier = jwt({ jwks: new URL(`${address}/keys`) });

    expect(await verifier.verify(bearer(oldToken))).toMatchObject(accepted);
    expect(await verifier.verify(bearer(oldToken))).toMatchObject(accepted);
    expect(requests).toBe(1);
  });

  it('are read up to 1 MiB, and then the connection is closed', async () => {
    expect(await jwt({ jwks: `${address}/endless` }).verify(bearer(oldToken))).toMatchObject({
      ...unavailable,
      cause: new Error('The key set: the response has more than 1048576 bytes.'),
    });
    await vi.waitFor(async () => expect(await connectionsOf(server)).toBe(0));
    // Data in the buffers of the client and the server counts too.
    expect(sentBytes).toBeLessThan(64 * 1024 * 1024);
  });

  it.each(['/moved', '/broken'])('are unavailable if %s responds', async (path) => {
    expect(await jwt({ jwks: address + path }).verify(bearer(oldToken))).toMatchObject(unavailable);
    expect(requests).toBe(1);
  });
});
