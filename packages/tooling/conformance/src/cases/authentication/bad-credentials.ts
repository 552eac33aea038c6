import type { Need, OtcServer } from '../../client/otc-server.ts';
import type { RequirementId } from '../../requirements/otc/requirement.ts';
import type { CaseGroup, OtcCase } from '../otc-case.ts';
import { credentialOrSkip, expectDenied, expectSameRefusal, type NamedAttempt } from './attempts.ts';
import { badHeaders } from './bad-headers.ts';
import { badKeys } from './bad-keys.ts';
import { badTokens } from './bad-tokens.ts';

/** CASE-A: invalid tokens. */
export const badTokenCases: CaseGroup = createGroup(
  'Credentials: invalid tokens',
  'an invalid token is refused',
  'jwt',
  ['OTC-AUTH-10', 'OTC-AUTH-11', 'OTC-AUTH-12', 'OTC-AUTH-13'],
  badTokens,
  ({ credentials }) => credentialOrSkip(credentials.jwt),
);

/** CASE-A: valid tokens in invalid headers. */
export const badHeaderCases: CaseGroup = createGroup(
  'Credentials: tokens in the wrong form',
  'a valid token in an invalid form is refused',
  'jwt',
  ['OTC-AUTH-12'],
  badHeaders,
  ({ credentials }) => credentialOrSkip(credentials.jwt),
);

/** CASE-A: invalid keys, and valid keys in invalid headers. */
export const badKeyCases: CaseGroup = createGroup(
  'Credentials: invalid API keys',
  'an invalid API key is refused',
  'api-key',
  ['OTC-AUTH-04', 'OTC-AUTH-06'],
  badKeys,
  ({ credentials }) => credentialOrSkip(credentials.apiKey),
);

function createGroup<Credential>(
  title: string,
  rowTitle: string,
  need: Need,
  requirements: readonly RequirementId[],
  rows: readonly NamedAttempt<Credential>[],
  credentialOf: (server: OtcServer) => Credential,
): CaseGroup {
  const common = { requirements, needs: ['credentials', 'documents', need] } as const;
  return {
    title,
    cases: [
      ...rows.map(
        ([name, attempt]): OtcCase => ({
          title: `${rowTitle}: ${name}`,
          ...common,
          run: (server) => expectDenied(server, attempt(credentialOf(server))),
        }),
      ),
      {
        title: 'every refusal is the same as without credentials',
        ...common,
        grade: 'advised',
        run: (server) => expectSameRefusal(server, rows, credentialOf(server)),
      },
    ],
  };
}
