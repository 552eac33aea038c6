import type { RequirementId } from '../../requirements/requirement.ts';
import type { Need, OtcServer } from '../../subject/otc-server.ts';
import type { CaseGroup, OtcCase } from '../otc-case.ts';
import { badHeaders } from './bad-headers.ts';
import { badKeys } from './bad-keys.ts';
import { badTokens } from './bad-tokens.ts';
import { expectOneRefusal, expectTurnedAway, known, type NamedAttempt } from './knock.ts';

/** CASE-A: tokens that are wrong. */
export const badTokenCases: CaseGroup = battery(
  'Credentials: tokens that are bad',
  'a token is refused',
  'jwt',
  ['OTC-AUTH-10', 'OTC-AUTH-11', 'OTC-AUTH-12', 'OTC-AUTH-13'],
  badTokens,
  ({ credentials }) => known(credentials.jwt),
);

/** CASE-A: tokens that are right, and sent wrongly. */
export const badHeaderCases: CaseGroup = battery(
  'Credentials: tokens sent wrongly',
  'a good token is refused',
  'jwt',
  ['OTC-AUTH-12'],
  badHeaders,
  ({ credentials }) => known(credentials.jwt),
);

/** CASE-A: keys that are wrong, or sent wrongly. */
export const badKeyCases: CaseGroup = battery(
  'Credentials: API keys that are bad',
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
          run: (server) => expectTurnedAway(server, attempt(factsOf(server))),
        }),
      ),
      {
        title: 'no answer tells what was nearly right: all of them are that to no credentials at all',
        ...common,
        grade: 'advised',
        run: (server) => expectOneRefusal(server, rows, factsOf(server)),
      },
    ],
  };
}
