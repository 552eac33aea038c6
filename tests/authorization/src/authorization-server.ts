import { generateKeyPairSync } from 'node:crypto';
import { type Configuration, Provider } from 'oidc-provider';
import { listen, type Running } from './listen.ts';

const signingKeys = [
  { ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }), alg: 'RS256' },
  { ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }), alg: 'EdDSA' },
];

/** What oidc-provider puts into every access token. */
export interface TokenClaims extends Readonly<Record<string, unknown>> {
  readonly iss: string;
  readonly sub: string;
  readonly aud: string;
  readonly client_id: string;
  readonly scope: string;
}

/** What an authorization server knows of the resource it gives tokens for, and how it differs from others. */
export interface AuthorizationServerOptions {
  /** All scopes that a client may request. */
  readonly scopes: readonly string[];
  /** Changes the claims of every access token, as other authorization servers write theirs. */
  readonly claims?: (claims: TokenClaims) => Record<string, unknown>;
  /** Holds a client for ever to the scopes that it has registered with. */
  readonly keepsRegisteredScopes?: boolean;
  /** Registered clients. With these, dynamic registration is off. */
  readonly clients?: Configuration['clients'];
  /** The path of the issuer below its origin. */
  readonly path?: string;
  /** Where its keys are, below the issuer. */
  readonly jwks?: string;
  /** How tokens are signed. */
  readonly algorithm?: 'RS256' | 'EdDSA';
}

/** Starts oidc-provider: clients register, use PKCE and name a resource, and get a JWT for it. */
export function startAuthorizationServer(options: AuthorizationServerOptions): Promise<Running> {
  const {
    scopes,
    claims,
    clients = [],
    path = '',
    jwks = '/jwks',
    algorithm = 'RS256',
    keepsRegisteredScopes,
  } = options;
  const base = path.replace(/\/$/, '');
  return listen((origin) => {
    const provider = new Provider(origin + path, {
      clients,
      scopes: ['openid', 'offline_access', ...scopes],
      jwks: { keys: signingKeys },
      routes: { jwks },
      cookies: { keys: ['a key for cookies that only this test reads'] },
      features: {
        registration: { enabled: clients.length === 0 },
        resourceIndicators: {
          enabled: true,
          useGrantedResource: () => true,
          getResourceServerInfo: (_context, resource) => ({
            scope: scopes.join(' '),
            audience: resource,
            accessTokenFormat: 'jwt',
            accessTokenTTL: 600,
            jwt: { sign: { alg: algorithm } },
          }),
        },
      },
      // A client registers with the scopes of its first challenge. Held to these it could never ask for another one.
      extraClientMetadata: {
        properties: ['software_id'],
        validator: (_context, _name, _value, metadata) => {
          if (!keepsRegisteredScopes) Reflect.deleteProperty(metadata, 'scope');
        },
      },
      formats: {
        customizers: {
          jwt: (_context, _token, parts) => {
            const payload = claims?.(parts.payload as TokenClaims);
            if (payload === undefined) return parts;
            // The provider issues no JWT without an audience. Undefined fields are omitted from the JSON.
            return Object.assign(parts, { payload: { aud: () => undefined, ...payload } });
          },
        },
      },
    });
    const answer = provider.callback();
    return (request, response) => {
      // What frameworks do that mount an app below a path, and what the provider reads to name itself.
      if (base !== '' && request.url?.startsWith(`${base}/`)) {
        Object.assign(request, { originalUrl: request.url, url: request.url.slice(base.length) });
      }
      return answer(request, response);
    };
  });
}
