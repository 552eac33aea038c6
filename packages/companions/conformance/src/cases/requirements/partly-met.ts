import { deepStrictEqual } from 'node:assert/strict';
import { secretCanary as secret, tokenCanary as token } from '../../canaries.ts';
import { expectRefused, expectWithout } from '../expect.ts';
import type { OtcCase } from '../otc-case.ts';

const conf = { authorization: [{ id: 'conf', token }] };
const confSecret = { secrets: [{ id: 'CONF_SECRET', value: secret }] };
const user = { user_id: 'user_123' };

/** What came for Conf.Needy, and what is still missing. */
const partly: readonly (readonly [name: string, context: object, missing: object])[] = [
  ['nothing', {}, { authorization: [{ id: 'conf' }], secrets: [{ id: 'CONF_SECRET' }], user_id: true }],
  ['the token', conf, { secrets: [{ id: 'CONF_SECRET' }], user_id: true }],
  ['the secret', confSecret, { authorization: [{ id: 'conf' }], user_id: true }],
  ['the user', user, { authorization: [{ id: 'conf' }], secrets: [{ id: 'CONF_SECRET' }] }],
  ['all but the token', { ...confSecret, ...user }, { authorization: [{ id: 'conf' }] }],
  ['all but the secret', { ...conf, ...user }, { secrets: [{ id: 'CONF_SECRET' }] }],
  ['all but the user', { ...conf, ...confSecret }, { user_id: true }],
  [
    'the token among the secrets, and the secret among the tokens',
    { authorization: [{ id: 'CONF_SECRET', token }], secrets: [{ id: 'conf', value: secret }], ...user },
    { authorization: [{ id: 'conf' }], secrets: [{ id: 'CONF_SECRET' }] },
  ],
];

/** Calls with part of what their tool requires. */
export const partlyMetRequirementCases: readonly OtcCase[] = partly.map(
  ([name, context, missing]): OtcCase => ({
    title: `a call with part of what the tool requires is refused, and told of the rest: ${name}`,
    requirements: ['OTC-TAUTH-04', 'OTC-SECR-03', 'OTC-USER-01'],
    needs: ['fixtures'],
    grade: 'advised',
    run: async (server) => {
      const answer = await server.call({ tool_id: 'Conf.Needy@1.0.0', input: {}, context });
      deepStrictEqual(expectRefused(answer).missing_requirements, missing);
      expectWithout(answer, token, secret);
    },
  }),
);
