import { checkChoice, checkCount, checkNames, checkNumber, type NamesOf, StartUpError } from '@toolwire/internal';
import { createAskIntrospection } from './ask-introspection.ts';
import { longestToken, readBearerToken } from './bearer-token.ts';
import { checkFunction } from './check-function.ts';
import { createJudge } from './introspection-answer.ts';
import type { IntrospectionOptions } from './introspection-options.ts';
import { KeptAnswers } from './kept-answers.ts';
import { pacedQuestions } from './paced-questions.ts';
import { refuseToken } from './refused-token.ts';
import { isIssuerAddress, isSafeAddress } from './safe-address.ts';
import { createTokenLookUps } from './token-look-ups.ts';
import type { Verified, Verifier } from './verifier.ts';

export type { FetchIntrospection, IntrospectionOptions, TokenAnswer } from './introspection-options.ts';

const optionNames: NamesOf<IntrospectionOptions> = {
  issuer: true,
  endpoint: true,
  clientId: true,
  clientSecret: true,
  clientAuthentication: true,
  audiences: true,
  allowNoAudience: true,
  cacheSeconds: true,
  maxCached: true,
  maxConcurrent: true,
  cooldownSeconds: true,
  clockToleranceSeconds: true,
  principalId: true,
  fetch: true,
};

/** Authenticates callers by a bearer token of which the authorization server is asked what it is good for (RFC 7662). */
export function introspection(options: IntrospectionOptions): Verifier {
  checkNames('introspection()', options, optionNames);
  checkServer(options);
  checkFunction('principalId', options.principalId, 'principalId: ({ sub }) => sub');
  checkFunction('fetch', options.fetch, 'fetch: (url, init) => fetch(url, init)');
  const { cacheSeconds = 30, maxCached = 10_000, maxConcurrent = 250, cooldownSeconds = 10 } = options;
  checkNumber('cacheSeconds', cacheSeconds, { unit: 'seconds', from: 0, to: 3600 });
  checkCount('maxCached', maxCached, 0);
  checkCount('maxConcurrent', maxConcurrent);
  checkNumber('cooldownSeconds', cooldownSeconds, { unit: 'seconds', from: 0 });
  const cooldownMs = cooldownSeconds * 1000;
  const ask = pacedQuestions(createAskIntrospection(options, cooldownMs), { maxConcurrent, cooldownMs });
  const judge = createJudge(options, options.issuer ?? String(options.endpoint));
  const lookUp = createTokenLookUps(ask, new KeptAnswers(cacheSeconds * 1000, maxCached));
  const verifyToken = async (token: string): Promise<Verified> => {
    const answer = await lookUp(token).then(
      (given) => ({ given }),
      // Whatever went wrong on the way, nobody has said that the token is good.
      (cause: unknown) => ({ failure: { state: 'rejected', reason: 'introspection_unavailable', cause } as const }),
    );
    return 'failure' in answer ? answer.failure : judge(answer.given);
  };
  return {
    scheme: 'bearer',
    challenge: 'Bearer',
    header: 'authorization',
    verify: (credentials) => {
      const bearer = readBearerToken(credentials.header('authorization'));
      if (bearer.state === 'absent') return { state: 'absent' };
      if (bearer.state === 'malformed') return { state: 'rejected', reason: 'not_bearer' };
      return bearer.token.length > longestToken ? refuseToken('too_long') : verifyToken(bearer.token);
    },
  };
}

function checkServer({ issuer, endpoint, clientId, clientSecret, clientAuthentication }: IntrospectionOptions): void {
  checkChoice('clientAuthentication', clientAuthentication ?? 'basic', ['basic', 'post']);
  for (const [name, text] of Object.entries({ clientId, clientSecret })) {
    if (typeof text === 'string' && text !== '') continue;
    throw new StartUpError(
      'TW_CREDENTIAL_MISSING',
      `introspection() got no ${name}. Is its environment variable set? Authorization servers answer known clients only.`,
    );
  }
  if (issuer === undefined && endpoint === undefined) {
    throw new StartUpError('TW_OPTION_ADDRESS', 'introspection() needs an issuer to ask, or its endpoint.');
  }
  if (issuer !== undefined && !isIssuerAddress(issuer)) {
    throw new StartUpError(
      'TW_OPTION_ADDRESS',
      'issuer should be an https address without password or query, such as https://login.example.com.',
    );
  }
  if (endpoint !== undefined && !isSafeAddress(String(endpoint))) {
    throw new StartUpError(
      'TW_OPTION_ADDRESS',
      'endpoint should be an https address without password, such as https://login.example.com/introspect: over http anyone on the way could read the tokens.',
    );
  }
}
