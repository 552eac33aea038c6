import { generateKeyPairSync } from 'node:crypto';
import { type Configuration, Provider } from 'oidc-provider';
import { listen, type Running } from './listen.ts';

const signingKey = {
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  alg: 'RS256',
  use: 'sig',
};

/** What an authorization server knows of the resource it gives tokens for, and how it differs from others. */
export interface AuthorizationServerOptions {
  /** All scopes that anybody may ask for. */
  readonly scopes: readonly string[];
  /** What tokens name as their audience; the resource itself if left out. */
  readonly audience?: string;
  /** Changes the claims of every access token, as other authorization servers write theirs. */
  readonly claims?: (claims: Readonly<Record<string, unknown>>) => Record<string, unknown>;
  /** Holds a client for ever to the scopes that it has registered with. */
  readonly keepsRegisteredScopes?: boolean;
  /** Clients that are known from the start, for servers where none registers by itself. */
  readonly clients?: Configuration['clients'];
  /** Where the issuer stands below its origin. */
  readonly path?: string;
}

/** Starts oidc-provider: clients register, use PKCE and name a resource, and get a JWT for it. */
export function startAuthorizationServer(options: AuthorizationServerOptions): Promise<Running> {
  const { scopes, audience, claims, clients = [], path = '', keepsRegisteredScopes = false } = options;
  return listen((origin) => {
    const provider = new Provider(origin + path, {
      clients,
      scopes: ['openid', 'offline_access', ...scopes],
      jwks: { keys: [signingKey] },
      cookies: { keys: ['a key for cookies that only this test reads'] },
      features: {
        registration: { enabled: true },
        resourceIndicators: {
          enabled: true,
          useGrantedResource: () => true,
          getResourceServerInfo: (_context, resource) => ({
            scope: scopes.join(' '),
            audience: audience ?? resource,
            accessTokenFormat: 'jwt',
            accessTokenTTL: 600,
            jwt: { sign: { alg: 'RS256' } },
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
          jwt: (_context, _token, parts) => (claims ? { ...parts, payload: claims(parts.payload) } : parts),
        },
      },
    });
    const answer = provider.callback();
    return (request, response) => {
      // What frameworks do that mount an app below a path, and what the provider reads to name itself.
      if (path !== '' && request.url?.startsWith(`${path}/`)) {
        Object.assign(request, { originalUrl: request.url, url: request.url.slice(path.length) });
      }
      return answer(request, response);
    };
  });
}
