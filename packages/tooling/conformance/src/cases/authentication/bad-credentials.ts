import type { Need, OtcServer } from '../../client/otc-server.ts';
import type { RequirementId } from '../../requirements/otc/requirement.ts';
import type { CaseGroup, OtcCase } from '../otc-case.ts';
import { expectDenied, expectSameRefusal, known, type NamedAttempt } from './attempts.ts';
import { badHeaders } from './bad-headers.ts';
import { badKeys } from './bad-keys.ts';
import { badTokens } from './bad-tokens.ts';

/** CASE-A: invalid tokens. */
export const badTokenCases: CaseGroup = battery(
  'Credentials: invalid tokens',
  'a token is refused',
  'jwt',
  ['OTC-AUTH-10', 'OTC-AUTH-11', 'OTC-AUTH-12', 'OTC-AUTH-13'],
  badTokens,
  ({ credentials }) => known(credentials.jwt),
);

/** CASE-A: valid tokens in invalid headers. */
export const badHeaderCases: CaseGroup = battery(
  'Credentials: tokens in the wrong form',
  'a good token is refused',
  'jwt',
  ['OTC-AUTH-12'],
  badHeaders,
  ({ credentials }) => known(credentials.jwt),
);

/** CASE-A: invalid keys, and valid keys in invalid headers. */
export const badKeyCases: CaseGroup = battery(
  'Credentials: invalid API keys',
  'an API key is refused',
  'api-key',
  ['OTC-AUTH-04', 'OTC-AUTH-06'],
  badKeys,
  ({ credentials }) => known(credentials.apiKey),
);

function battery<Facts>(
  title: string,
  rowTitle: string,
  need: Need,
  requirements: readonly RequirementId[],
  rows: readonly NamedAttempt<Facts>[],
  factsOf: (server: OtcServer) => Facts,
): CaseGroup {
  const common = { requirements, needs: ['credentials', 'documents', need] } as const;
  return {
    title,
    cases: [
      ...rows.map(
        ([name, attempt]): OtcCase => ({
          title: `${rowTitle}: ${name}`,
          ...common,
          run: (server) => expectDenied(server, attempt(factsOf(server))),
        }),
      ),
      {
        title: 'every refusal is the same as without credentials',
        ...common,
        grade: 'advised',
        run: (server) => expectSameRefusal(server, rows, factsOf(server)),
      },
    ],
  };
}
