import { audience, issueToken, keys, nowSeconds } from './issuer.ts';

/** Tokens that must be taken, near as some of them come to what must not. */
export const goodTokens: readonly (readonly [name: string, value: () => string])[] = [
  ['RS256', () => `Bearer ${issueToken()}`],
  ['ES256', () => `Bearer ${issueToken({ signing: 'ES256' })}`],
  ['EdDSA', () => `Bearer ${issueToken({ signing: 'EdDSA' })}`],
  ['the next key', () => `Bearer ${issueToken({ key: keys.nextRsa })}`],
  ['no key id', () => `Bearer ${issueToken({ key: keys.nextRsa, header: { kid: undefined } })}`],
  ['the scheme in small letters', () => `bearer ${issueToken()}`],
  ['the scheme in capitals', () => `BEARER ${issueToken()}`],
  ['the type of an access token', () => `Bearer ${issueToken({ header: { typ: 'at+jwt' } })}`],
  ['no type', () => `Bearer ${issueToken({ header: { typ: undefined } })}`],
  ['several auds', () => `Bearer ${issueToken({ claims: { aud: ['https://other.example.com', audience] } })}`],
  ['an exp with a fraction', () => `Bearer ${issueToken({ claims: { exp: nowSeconds() + 60.5 } })}`],
  [
    'a clock that is two seconds ahead',
    () => {
      const soon = nowSeconds() + 2;
      return `Bearer ${issueToken({ claims: { nbf: soon, iat: soon } })}`;
    },
  ],
  ['several scopes', () => `Bearer ${issueToken({ claims: { scope: ' a  vault:open b ' } })}`],
  ['scopes as a list', () => `Bearer ${issueToken({ claims: { scope: undefined, scp: ['a', 'vault:open'] } })}`],
  [
    'white space between its claims',
    () => {
      const claims = {
        iss: 'https://login.example.com',
        aud: audience,
        sub: 'a',
        scope: 'vault:open',
        exp: nowSeconds() + 60,
      };
      return `Bearer ${issueToken({ claims: `\n${JSON.stringify(claims, undefined, 2)}\t` })}`;
    },
  ],
];
