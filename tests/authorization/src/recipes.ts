import type { JwtIssuerOptions } from '@toolwire/auth/jwt';
import type { AuthorizationServerOptions, TokenClaims } from './authorization-server.ts';
import { redirectUrl } from './clients/memory-provider.ts';

/** An authorization server that docs/authorization.md has a recipe for, and what its tokens look like; what to say to toolwire is read from the page. */
export interface Recipe {
  /** As the page has it. */
  readonly name: string;
  /** The registered client, if dynamic registration is off. */
  readonly clientId?: string;
  /** Its path below the origin is read from the page. */
  readonly server: Omit<AuthorizationServerOptions, 'path' | 'scopes'>;
  /** The scopes of the tools, as clients ask for them. */
  readonly scopes?: readonly [string, string];
  readonly mistakes: readonly Mistake[];
  /** Who the tools say has called. */
  readonly user?: string;
}

/** What the page warns of, in the options or on the side of the authorization server. */
export interface Mistake {
  readonly name: string;
  readonly options?: Partial<JwtIssuerOptions>;
  readonly server?: Recipe['server'];
}

/** A client that was registered by hand. */
function clientsOf(clientId: string): AuthorizationServerOptions['clients'] {
  return [
    {
      client_id: clientId,
      redirect_uris: [redirectUrl],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
  ];
}

const cognitoClient = '3c9e5b1e53a14a529d1a6a1c1a';
const entraClient = '3c9e5b1e-53a1-4a52-9d1a-6a1c1a3f0b11';
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
      jwks: '/.well-known/jwks.json',
      claims: (claims) => ({
        ...without(claims, 'client_id'),
        aud: [claims.aud, `${claims.iss}userinfo`],
        azp: claims.client_id,
      }),
    },
    mistakes: [
      {
        name: 'the resource parameter is not turned on, and tokens are for the default audience',
        server: { claims: (claims) => ({ ...claims, aud: `${claims.iss}userinfo` }) },
      },
    ],
  },
  {
    name: 'Entra ID',
    clientId: entraClient,
    scopes: entraScopes,
    server: {
      clients: clientsOf(entraClient),
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
    user: 'object-of-ada',
    mistakes: [
      { name: 'the audience is not the id of the API', options: { audiences: [`api://${entraApi}`] } },
      {
        name: 'the API gives out tokens of version 1',
        server: {
          claims: (claims) => ({
            ...claims,
            iss: 'https://sts.windows.net/0c1f8a52-7f0a-4a1e-8a2b-5d0d0b6a7c01/',
            aud: `api://${entraApi}`,
            oid: 'object-of-ada',
            ver: '1.0',
          }),
        },
      },
    ],
  },
  {
    name: 'Keycloak',
    server: {
      jwks: '/protocol/openid-connect/certs',
      claims: (claims) => ({
        ...without(claims, 'client_id'),
        aud: [claims.aud, 'account'],
        azp: claims.client_id,
        typ: 'Bearer',
      }),
    },
    mistakes: [
      {
        name: 'no audience mapper names the server',
        server: { claims: (claims) => ({ ...claims, aud: 'account' }) },
      },
    ],
  },
  {
    name: 'Cognito',
    clientId: cognitoClient,
    scopes: ['orders/read', 'orders/write'],
    server: {
      clients: clientsOf(cognitoClient),
      jwks: '/.well-known/jwks.json',
      claims: (claims) => ({ ...without(claims, 'aud'), token_use: 'access', version: 2 }),
    },
    mistakes: [
      { name: 'an audience is asked for', options: { audiences: ['https://tools.example.com/mcp'] } },
      {
        name: 'a token is not for calls',
        server: { claims: (claims) => ({ ...without(claims, 'aud'), token_use: 'id' }) },
      },
      {
        name: 'an ID token comes, which has an audience',
        server: { claims: (claims) => ({ ...claims, aud: cognitoClient, token_use: 'id' }) },
      },
      {
        name: 'a token is of another client of the pool',
        server: { claims: (claims) => ({ ...without(claims, 'aud'), client_id: 'another', token_use: 'access' }) },
      },
    ],
  },
  {
    name: 'WorkOS',
    server: { jwks: '/oauth2/jwks', claims: (claims) => without(claims, 'client_id') },
    mistakes: [
      {
        name: 'the server is not among the resource indicators',
        server: { claims: (claims) => ({ ...claims, aud: claims.client_id }) },
      },
    ],
  },
  {
    name: 'better-auth',
    server: {
      algorithm: 'EdDSA',
      claims: (claims) => ({
        ...without(claims, 'client_id'),
        aud: [claims.aud, `${claims.iss}/oauth2/userinfo`],
        azp: claims.client_id,
      }),
    },
    mistakes: [{ name: 'only RS256 is allowed', options: { algorithms: ['RS256'] } }],
  },
];
