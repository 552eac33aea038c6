import { checkChoice, checkFunction, checkNames, checkNumber, type NamesOf, StartupError } from '@toolwire/internal';
import {
  createCachedIntrospection,
  defaultCacheSeconds,
  IntrospectionCache,
} from './introspection/introspection-cache.ts';
import { limitIntrospection } from './introspection/introspection-limiter.ts';
import type { IntrospectionOptions } from './introspection/introspection-options.ts';
import { createIntrospectionRequest } from './introspection/introspection-request.ts';
import { verifyIntrospection } from './introspection/introspection-response.ts';
import { bearerVerifier, maxTokenLength, rejectToken } from './token/bearer-token.ts';
import { type ClaimRules, readSharedRules, subjectOf } from './token/claim-rules.ts';
import { isIssuerUrl, isSecureUrl } from './token/discovery.ts';
import { unavailableReasons, type Verified, type Verifier } from './verifier.ts';

export type { IntrospectionOptions } from './introspection/introspection-options.ts';

const optionNames: NamesOf<IntrospectionOptions> = {
  issuer: true,
  endpoint: true,
  clientId: true,
  clientSecret: true,
  clientAuthentication: true,
  audiences: true,
  cacheSeconds: true,
  clockToleranceSeconds: true,
  principalId: true,
  fetch: true,
};

/** Authenticates callers with opaque bearer tokens, which the authorization server verifies (RFC 7662). */
export function introspection(options: IntrospectionOptions): Verifier {
  checkNames('introspection()', options, optionNames);
  checkServer(options);
  checkFunction('fetch', options.fetch, 'fetch: (url, init) => fetch(url, init)');
  const { cacheSeconds = defaultCacheSeconds } = options;
  checkNumber('cacheSeconds', cacheSeconds, { unit: 'seconds', from: 0, to: 3600 });
  const request = limitIntrospection(createIntrospectionRequest(options));
  const rules = readRules(options);
  const introspect = createCachedIntrospection(request, new IntrospectionCache(cacheSeconds * 1000));
  const verifyToken = (token: string): Promise<Verified> =>
    introspect(token).then(
      (response) => verifyIntrospection(response, rules, options.issuer),
      // Without a response, the token is not verified.
      (cause: unknown) => rejectToken(unavailableReasons.introspection, cause),
    );
  return bearerVerifier('bearer', (token) =>
    token.length > maxTokenLength ? rejectToken('too_long') : verifyToken(token),
  );
}

function checkServer({ issuer, endpoint, clientId, clientSecret, clientAuthentication }: IntrospectionOptions): void {
  checkChoice('clientAuthentication', clientAuthentication ?? 'basic', ['basic', 'post']);
  for (const [name, text] of Object.entries({ clientId, clientSecret })) {
    if (typeof text === 'string' && text !== '') continue;
    throw new StartupError(
      'TW_CREDENTIAL_MISSING',
      `introspection() got no ${name}. Is its environment variable set? Authorization servers respond only to registered clients, so it is required.`,
    );
  }
  if (!isIssuerUrl(issuer)) {
    throw new StartupError(
      'TW_OPTION_URL',
      'issuer must be an https URL without password or query, such as https://login.example.com. Only loopback hosts may use http.',
    );
  }
  if (endpoint !== undefined && !isSecureUrl(String(endpoint))) {
    throw new StartupError(
      'TW_OPTION_URL',
      'endpoint must be an https URL without password, such as https://login.example.com/introspect. Over http to another machine, tokens could be read in transit.',
    );
  }
}

/** Reads and checks the options for claims. */
function readRules(options: IntrospectionOptions): ClaimRules {
  const { issuer, audiences } = options;
  if (audiences === undefined || audiences.length === 0) {
    throw new StartupError(
      'TW_CREDENTIAL_MISSING',
      "introspection() got no audiences, so tokens for other servers of the same issuer would be accepted. Pass the audience of this server, or audiences: 'none' if tokens have no audience.",
    );
  }
  const isNone = audiences === 'none';
  return {
    ...readSharedRules({ ...options, audiences: isNone ? [] : audiences }),
    // An authorization server issues tokens for other servers, too.
    isAudienceRequired: !isNone,
    issuers: new Set([issuer]),
    maxLifetimeSeconds: Number.POSITIVE_INFINITY,
    // `exp` is optional in a response (RFC 7662, section 2.2).
    isExpiryRequired: false,
    principalId: options.principalId ?? subjectOf,
  };
}
