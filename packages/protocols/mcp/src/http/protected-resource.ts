import { jsonHeaders, protectedResourcePath } from '@toolwire/core/internal';
import type { WireRoute } from '@toolwire/core/wire';
import {
  checkChoice,
  checkNames,
  isHttpUrl,
  type NamesOf,
  parseUrl,
  quoteValue,
  StartupError,
  scopeProblem,
} from '@toolwire/internal';
import type { McpAuthorization } from '../definitions/options.ts';
import { type Challenges, createChallenges, noChallenges } from '../tools/www-authenticate.ts';
import { refusalResponse } from './responses.ts';

/** The OAuth metadata of the endpoint (RFC 9728): public routes, and challenges that refer to them. */
export interface ProtectedResource {
  readonly routes: readonly WireRoute[];
  readonly challenges: Challenges;
}

const authorizationNames: NamesOf<McpAuthorization> = {
  resource: true,
  authorizationServers: true,
  scopesSupported: true,
  challenge: true,
};

/** Describes the endpoint as a protected resource. Without `authorization` there are no routes. */
export function createProtectedResource(authorization: McpAuthorization | undefined): ProtectedResource {
  if (authorization === undefined) return { routes: [], challenges: noChallenges };
  checkNames('authorization of mcp()', authorization, authorizationNames);
  const { resource, authorizationServers, scopesSupported, challenge = 'auto' } = authorization;
  const { origin, pathname } = parseResourceUrl(resource);
  checkIssuers(authorizationServers);
  checkScopes(scopesSupported);
  checkChoice('authorization.challenge of mcp()', challenge, ['http', 'result', 'auto']);
  const suffix = pathname === '/' ? '' : pathname.replace(/\/$/, '');
  // Lists the authorization servers. MCP-AUTH-01
  const body = JSON.stringify({
    resource,
    authorization_servers: authorizationServers,
    scopes_supported: scopesSupported,
    bearer_methods_supported: ['header'],
  });
  const response = {
    status: 200,
    // Public, so that web pages of any origin can read it.
    headers: { ...jsonHeaders, 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*' },
    body,
  };
  const route = (path: string): WireRoute => ({
    method: 'GET',
    path,
    op: 'any',
    admission: 'own',
    accept: () => ({ op: 'answer', response }),
    refuse: refusalResponse,
  });
  return {
    // At both well-known URLs and in the challenge. MCP-AUTH-02
    routes: [route(protectedResourcePath), ...(suffix === '' ? [] : [route(protectedResourcePath + suffix)])],
    challenges: createChallenges(`${origin}${protectedResourcePath}${suffix}`, authorization),
  };
}

function parseResourceUrl(resource: string): URL {
  const url = parseUrl(resource);
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.hash === '' && url.search === '') return url;
  throw new StartupError(
    'TW_OPTION_URL',
    `authorization.resource of mcp() must be the public URL of the endpoint, such as 'https://tools.example.com/mcp', got '${resource}'.`,
  );
}

function checkIssuers(issuers: unknown): void {
  const isList = Array.isArray(issuers) && issuers.length > 0;
  const invalid: readonly unknown[] = isList ? issuers.filter((issuer) => !isHttpUrl(issuer)) : [issuers];
  if (invalid.length === 0) return;
  throw new StartupError(
    'TW_OPTION_URL',
    `authorization.authorizationServers of mcp() must be a list of one or more URLs, such as ['https://login.example.com'], got ${quoteValue(invalid[0])}.`,
  );
}

function checkScopes(scopes: readonly string[] | undefined): void {
  const problem = scopes === undefined ? undefined : scopeProblem(scopes);
  if (problem === undefined) return;
  throw new StartupError('TW_OPTION_TYPE', `authorization.scopesSupported of mcp() ${problem}.`);
}
