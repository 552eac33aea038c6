import { expect, test } from 'vitest';
import { Provider } from '../src/provider/provider.ts';

const issuer = 'http://127.0.0.1:4000';
const metadata = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  revocation_endpoint: `${issuer}/revoke`,
};

/** A provider on this machine whose metadata contains other URLs, and the requested URLs. */
function provider(more: object): { readonly asked: string[]; readonly one: Provider } {
  const asked: string[] = [];
  const one = new Provider({ issuer, clientId: 'app', clientSecret: 'CANARY' }, async (url) => {
    asked.push(url);
    return Response.json(
      url.includes('well-known') ? { ...metadata, ...more } : { access_token: 'a', token_type: 'Bearer' },
    );
  });
  return { asked, one };
}

test('a provider on this machine is requested at its published URL', async () => {
  const { asked, one } = provider({});
  expect(await one.refresh('r')).toMatchObject({ accessToken: 'a' });
  expect(asked.at(-1)).toBe(`${issuer}/token`);
});

test.each([
  'http://192.0.2.1/token',
  'http://127.0.0.1.example.com/token',
  'http://login.example.com/token',
  'file:///token',
])('no secret is sent to %s, whatever the source of the URL', async (address) => {
  const { asked, one } = provider({ token_endpoint: address, revocation_endpoint: address });
  await expect(one.refresh('r')).rejects.toThrow(/https/i);
  await expect(one.revoke('r')).rejects.toThrow(/https/i);
  expect(asked.every((url) => url.startsWith(`${issuer}/.well-known/`))).toBe(true);
});

test.each(['http://login.example.com/authorize', 'javascript:alert(1)', 'file:///etc/passwd'])(
  'no user is redirected to %s, whatever the source of the URL',
  async (address) => {
    const { one } = provider({ authorization_endpoint: address });
    const visit = { redirectUri: 'http://127.0.0.1:1/back', state: 's', verifier: 'v'.repeat(43) };
    await expect(one.authorizationUrl(visit, [])).rejects.toThrow('authorization_endpoint is not an https URL');
  },
);
