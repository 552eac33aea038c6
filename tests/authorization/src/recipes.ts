import type { AuthorizationServerOptions, TokenClaims } from './authorization-server.ts';
import { redirectUrl } from './clients/memory-provider.ts';
import type { OrdersServerOptions } from './orders-server.ts';

/** One authorization server as docs/authorization.md has it: what its tokens look like, and what to say to toolwire. */
export interface Recipe {
  readonly name: string;
  /** What is known of the client from the start, where none registers by itself. */
  readonly clientId?: string;
  readonly server: AuthorizationServerOptions;
  readonly options: (origin: string) => OrdersServerOptions;
  /** The mistake that the page warns of, in the options or on the side of the authorization server. */
  readonly mistake: {
    readonly name: string;
    readonly options?: Partial<OrdersServerOptions>;
    readonly server?: Partial<AuthorizationServerOptions>;
  };
  /** Who the tools say has called. */
  readonly user?: string;
}

const scopes = ['orders:read', 'orders:write'] as const;
const clientId = '3c9e5b1e-53a1-4a52-9d1a-6a1c1a3f0b11';
const registered = {
  client_id: clientId,
  redirect_uris: [redirectUrl],
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
} as const;
const clients = [
  {
    ...registered,
    redirect_uris: [...registered.redirect_uris],
    grant_types: [...registered.grant_types],
    response_types: [...registered.response_types],
  },
];

const entraApi = '7a1f6b0c-0b5e-4d55-8f6c-2f9a4b8f6d10';
const entraScopes = [`api://${entraApi}/orders.read`, `api://${entraApi}/orders.write`] as const;

/** The claims of a token without those that its authorization server does not write. */
function without(claims: TokenClaims, ...names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !names.includes(name)));
}

export const recipes: readonly Recipe[] = [
  {
    name: 'Auth0',
    server: {
      scopes,
      path: '/',
      jwks: '/.well-known/jwks.json',
      claims: (claims) => ({
        ...without(claims, 'client_id'),
        aud: [claims.aud, `${claims.iss}userinfo`],
        azp: claims.client_id,
      }),
    },
    options: (origin) => ({ issuer: `${origin}/` }),
    mistake: {
      name: 'the resource parameter is not turned on, and tokens are for the default audience',
      server: { claims: (claims) => ({ ...claims, aud: `${claims.iss}userinfo` }) },
    },
  },
  {
    name: 'Entra ID',
    clientId,
    server: {
      scopes: entraScopes,
      clients,
      path: '/0c1f8a52-7f0a-4a1e-8a2b-5d0d0b6a7c01/v2.0',
      jwks: '/keys',
      claims: (claims) => ({
        ...without(claims, 'scope', 'client_id'),
        aud: entraApi,
        azp: claims.client_id,
        oid: 'object-of-ada',
        scp: claims.scope.replaceAll(`api://${entraApi}/`, '').replace(' offline_access', ''),
        ver: '2.0',
      }),
    },
    options: (origin) => ({
      issuer: `${origin}/0c1f8a52-7f0a-4a1e-8a2b-5d0d0b6a7c01/v2.0`,
      audiences: [entraApi],
      principalId: ({ oid }) => (typeof oid === 'string' ? oid : undefined),
      scopes: entraScopes,
      satisfies: (granted, needed) => needed === `api://${entraApi}/${granted}`,
    }),
    user: 'object-of-ada',
    mistake: { name: 'the audience is not the id of the API', options: { audiences: [`api://${entraApi}`] } },
  },
  {
    name: 'Keycloak',
    server: {
      scopes,
      path: '/realms/shop',
      jwks: '/protocol/openid-connect/certs',
      claims: (claims) => ({
        ...without(claims, 'client_id'),
        aud: [claims.aud, 'account'],
        azp: claims.client_id,
        typ: 'Bearer',
      }),
    },
    options: (origin) => ({ issuer: `${origin}/realms/shop` }),
    mistake: {
      name: 'no audience mapper names the server',
      server: { claims: (claims) => ({ ...claims, aud: 'account' }) },
    },
  },
  {
    name: 'Cognito',
    clientId,
    server: {
      scopes: ['orders/read', 'orders/write'],
      clients,
      path: '/eu-central-1_Shop',
      jwks: '/.well-known/jwks.json',
      claims: (claims) => ({ ...without(claims, 'aud'), token_use: 'access', version: 2 }),
    },
    options: (origin) => ({
      issuer: `${origin}/eu-central-1_Shop`,
      audiences: [],
      principalId: ({ client_id, token_use, sub }) =>
        client_id === clientId && token_use === 'access' && typeof sub === 'string' ? sub : undefined,
      scopes: ['orders/read', 'orders/write'],
    }),
    mistake: { name: 'an audience is asked for', options: { audiences: ['https://tools.example.com/mcp'] } },
  },
  {
    name: 'WorkOS',
    server: { scopes, jwks: '/oauth2/jwks', claims: (claims) => without(claims, 'client_id') },
    options: (issuer) => ({ issuer }),
    mistake: {
      name: 'the server is not among the resource indicators',
      server: { claims: (claims) => ({ ...claims, aud: claims.client_id }) },
    },
  },
  {
    name: 'better-auth',
    server: {
      scopes,
      path: '/api/auth',
      algorithm: 'EdDSA',
      claims: (claims) => ({
        ...without(claims, 'client_id'),
        aud: [claims.aud, `${claims.iss}/oauth2/userinfo`],
        azp: claims.client_id,
      }),
    },
    options: (origin) => ({ issuer: `${origin}/api/auth` }),
    mistake: { name: 'only RS256 is allowed', options: { algorithms: ['RS256'] } },
  },
];
