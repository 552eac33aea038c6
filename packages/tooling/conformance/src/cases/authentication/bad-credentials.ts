import type { Need, OtcServer } from '../../client/otc-server.ts';
import type { RequirementId } from '../../requirements/otc/requirement.ts';
import { type CaseGroup, casesFor } from '../otc-case.ts';
import { credentialOrSkip, expectDenied, expectSameRefusal, type NamedAttempt } from './attempts.ts';
import { badKeys } from './bad-keys.ts';
import { badTokens } from './bad-tokens.ts';
import { misplacedTokens } from './misplaced-tokens.ts';

/** CASE-A: invalid tokens. */
export const badTokenCases: CaseGroup = createGroup({
  title: 'Credentials: invalid tokens',
  caseTitle: 'an invalid token is refused',
  need: 'jwt',
  requirements: ['OTC-AUTH-10', 'OTC-AUTH-11', 'OTC-AUTH-12', 'OTC-AUTH-13'],
  attempts: badTokens,
  credentialOf: ({ credentials }) => credentialOrSkip(credentials.jwt),
});

/** CASE-A: tokens in the wrong form or the wrong place, and other schemes. */
export const misplacedTokenCases: CaseGroup = createGroup({
  title: 'Credentials: tokens in the wrong form',
  caseTitle: 'a valid token in an invalid form is refused',
  need: 'jwt',
  requirements: ['OTC-AUTH-12'],
  attempts: misplacedTokens,
  credentialOf: ({ credentials }) => credentialOrSkip(credentials.jwt),
});

/** CASE-A: invalid keys, and valid keys in the wrong place. */
export const badKeyCases: CaseGroup = createGroup({
  title: 'Credentials: invalid API keys',
  caseTitle: 'an invalid API key is refused',
  need: 'api-key',
  requirements: ['OTC-AUTH-04', 'OTC-AUTH-06'],
  attempts: badKeys,
  credentialOf: ({ credentials }) => credentialOrSkip(credentials.apiKey),
});

interface AttemptGroup<Credential> {
  readonly title: string;
  /** The title of each case, before the name of its attempt. */
  readonly caseTitle: string;
  readonly need: Need;
  readonly requirements: readonly RequirementId[];
  readonly attempts: readonly NamedAttempt<Credential>[];
  readonly credentialOf: (server: OtcServer) => Credential;
}

function createGroup<Credential>(group: AttemptGroup<Credential>): CaseGroup {
  const { title, caseTitle, need, requirements, attempts, credentialOf } = group;
  // A server may accept an advised attempt.
  const requiredAttempts = attempts.filter(([, , grade]) => grade === undefined);
  const common = { requirements, needs: ['credentials', 'documents', need] } as const;
  return {
    title,
    cases: [
      ...casesFor(attempts, ([name, attempt, grade]) => ({
        title: `${caseTitle}: ${name}`,
        ...common,
        ...(grade && { grade }),
        run: (server) => expectDenied(server, attempt(credentialOf(server))),
      })),
      {
        title: 'every refusal is the same as without credentials',
        ...common,
        grade: 'advised',
        run: (server) => expectSameRefusal(server, requiredAttempts, credentialOf(server)),
      },
    ],
  };
}
