import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { signed } from './tokens.ts';

const metadataPath = '/.well-known/oauth-authorization-server';

/** A pair of keys, and tokens signed with it. */
export interface SigningKey {
  readonly jwk: Readonly<Record<string, unknown>>;
  sign(claims: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>;
}

/** Creates a key pair with this key ID. */
export async function signingKey(kid: string): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  return {
    jwk: { ...(await exportJWK(publicKey)), kid },
    sign: (claims, header) => signed(claims, { alg: 'ES256', kid, ...header }, privateKey),
  };
}

/** An issuer on this machine, with its own keys. */
export interface TestIssuer {
  readonly origin: string;
  readonly key: SigningKey;
  /** The requested paths. */
  readonly asked: string[];
  /** How requests are answered. */
  state: 'up' | 'failing' | 'hanging';
  close(): Promise<void>;
}

/** Starts an issuer whose metadata contains the URL of its keys. */
export async function startIssuer(kid: string): Promise<TestIssuer> {
  const key = await signingKey(kid);
  const metadata = () => ({ issuer: issuer.origin, jwks_uri: `${issuer.origin}/keys` });
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    issuer.asked.push(path);
    if (issuer.state === 'hanging') return;
    if (issuer.state === 'failing') response.writeHead(500).end();
    else if (path === metadataPath) response.end(JSON.stringify(metadata()));
    else if (path === '/keys') response.end(JSON.stringify({ keys: [key.jwk] }));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer: TestIssuer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    asked: [],
    state: 'up',
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return issuer;
}
