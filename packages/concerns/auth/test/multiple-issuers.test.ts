import { CompactSign, generateKeyPair } from 'jose';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { jwt } from '../src/jwt.ts';
import { bearer } from './headers.ts';
import { type SigningKey, startIssuer, type TestIssuer } from './issuers.ts';

let ours: TestIssuer;
let theirs: TestIssuer;
let stranger: TestIssuer;
let verify: (token: string) => Promise<unknown>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  [ours, theirs, stranger] = await Promise.all([startIssuer('one'), startIssuer('two'), startIssuer('three')]);
  const verifier = jwt({ issuer: [ours.origin, theirs.origin], audiences: ['tools'] });
  verify = async (token) => verifier.verify(bearer(token));
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all([ours, theirs, stranger].map((issuer) => issuer.close()));
});

const tokenOf = (issuer: TestIssuer, key: SigningKey = issuer.key, header: Record<string, unknown> = {}) =>
  key.sign({ iss: issuer.origin, aud: 'tools' }, header);

const acceptedOf = ({ origin }: TestIssuer) => ({ state: 'accepted', principal: { id: 'ada', issuer: origin } });
const rejectedAs = (reason: string) => ({ state: 'rejected', reason });

describe('several issuers', () => {
  test('sign their own tokens, and each gets one request for its keys', async () => {
    const tokens = [await tokenOf(ours), await tokenOf(theirs)];
    const found = await Promise.all(Array.from({ length: 500 }, () => tokens.map(verify)).flat());
    for (const [index, one] of found.entries()) {
      expect(one).toMatchObject(acceptedOf(index % 2 === 0 ? ours : theirs));
    }
    for (const { asked } of [ours, theirs]) expect(asked).toHaveLength(2);
  });

  test('get no request without a token', async () => {
    expect(await verify(await tokenOf(ours))).toMatchObject(acceptedOf(ours));
    expect(theirs.asked).toEqual([]);
  });

  test.each([
    ['its own key id', {}, 'unknown_key'],
    ['the key id of the other', { kid: 'one' }, 'bad_signature'],
    ['no key id', { kid: undefined }, 'bad_signature'],
  ])('do not sign for each other, with %s', async (_what, header, reason) => {
    expect(await verify(await tokenOf(ours, theirs.key, header))).toMatchObject(rejectedAs(reason));
    // The same with the keys of both issuers loaded.
    await verify(await tokenOf(theirs));
    expect(await verify(await tokenOf(ours, theirs.key, header))).toMatchObject(rejectedAs(reason));
  });

  test('get requests, and no URL in a token does', async () => {
    const token = await stranger.key.sign(
      { iss: stranger.origin, aud: 'tools' },
      { jku: `${stranger.origin}/keys`, x5u: `${stranger.origin}/keys` },
    );
    expect(await verify(token)).toMatchObject(rejectedAs('wrong_issuer'));
    for (const { asked } of [ours, theirs, stranger]) expect(asked).toEqual([]);
  });

  test.each<[string, (origin: string) => unknown]>([
    ['no text', () => 7],
    ['absent', () => undefined],
    ['a list', (origin) => [origin]],
    ['a name that every object has', () => '__proto__'],
    ['ours with a slash', (origin) => `${origin}/`],
    ['ours in capitals', (origin) => origin.toUpperCase()],
  ])('are not recognized if the claim is %s', async (_what, claim) => {
    const token = await ours.key.sign({ iss: claim(ours.origin), aud: 'tools' });
    expect(await verify(token)).toMatchObject(rejectedAs('wrong_issuer'));
    expect(ours.asked).toEqual([]);
  });

  test('use the last claim if it is repeated', async () => {
    const { privateKey } = await generateKeyPair('ES256');
    const claims = `{"sub":"ada","exp":9999999999,"aud":"tools","iss":"${ours.origin}","iss":"${stranger.origin}"}`;
    const token = await new CompactSign(new TextEncoder().encode(claims))
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .sign(privateKey);
    expect(await verify(token)).toMatchObject(rejectedAs('wrong_issuer'));
    expect(ours.asked).toEqual([]);
  });

  test.each(['failing', 'hanging'] as const)('do not wait for an issuer that is %s', async (state) => {
    theirs.state = state;
    const waiting = verify(await tokenOf(theirs));
    // Well before any timeout.
    expect(await verify(await tokenOf(ours))).toMatchObject(acceptedOf(ours));
    await theirs.close();
    expect(await waiting).toMatchObject(rejectedAs('keys_unavailable'));
    expect(await verify(await tokenOf(ours))).toMatchObject(acceptedOf(ours));
  });

  test('recover separately', async () => {
    theirs.state = 'failing';
    const token = await tokenOf(theirs);
    expect(await verify(token)).toMatchObject(rejectedAs('keys_unavailable'));
    theirs.state = 'up';
    vi.advanceTimersByTime(10_000);
    expect(await verify(token)).toMatchObject(acceptedOf(theirs));
  });

  test('must all have secure URLs', () => {
    expect(() => jwt({ issuer: [ours.origin, 'http://login.example.com'] })).toThrow('issuer must be an https URL');
  });
});
