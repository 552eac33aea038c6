import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { secretCanary as secret, tokenCanary as token } from '../../fixtures/canaries.ts';
import { type CaseGroup, casesFor, groupOf } from '../otc-case.ts';
import { expectInvalid, expectRefused, expectValue, expectWithout } from '../support/expect.ts';
import { gmail, google, partlyMetRequirementCases, sms, unmetRequirementCases } from './missing.ts';

/** IDs that the request provides and Conf.Reads does not declare. */
const undeclaredIds: readonly (readonly [name: string, ids: readonly string[]])[] = [
  ['another ID', ['other']],
  ['the ID in another case', ['CONF', 'Conf', 'conf_secret']],
  ['the ID with spaces', [' conf', 'conf ', 'CONF_SECRET ']],
  ['a prefix of the ID', ['con', 'CONF_']],
  ['the ID with a suffix', ['conf2', 'CONF_SECRET_2']],
  ['an empty ID', ['']],
  ['IDs that other tools declare', ['google', 'TWILIO_API_KEY']],
  ['names of prototypes', ['__proto__', 'constructor', 'toString']],
  ['many IDs', Array.from({ length: 200 }, (_, index) => `other-${index}`)],
];

/** Tools that require authorization, secrets or a user ID (OTC-TAUTH, OTC-SECR, OTC-USER). */
export const toolRequirementCases: CaseGroup = groupOf({
  title: 'Tool authorization, secrets and user ID',
  needs: ['documents'],
  cases: [
    ...unmetRequirementCases,
    {
      title: 'a call with everything the tool requires runs',
      requirements: ['OTC-TAUTH-04', 'OTC-SECR-03', 'OTC-USER-01'],
      run: async (server) => {
        const withToken = await server.call(gmail({ authorization: google, user_id: 'user_123' }));
        expectValue(withToken);
        expectWithout(withToken, token);
        const withSecret = await server.call(sms({ secrets: [{ id: 'TWILIO_API_KEY', value: secret }] }));
        deepStrictEqual(expectValue(withSecret), { status: 'sent' });
        expectWithout(withSecret, secret);
      },
    },
    {
      title: 'a refusal lists the missing requirements by ID',
      requirements: ['OTC-TAUTH-04', 'OTC-SECR-03', 'OTC-USER-01'],
      grade: 'advised',
      run: async (server) => {
        const { missing_requirements: missing } = expectRefused(await server.call(gmail()));
        const [entry] = (missing?.['authorization'] ?? []) as readonly { readonly id?: unknown }[];
        strictEqual(entry?.id, 'google');
        strictEqual(missing?.['user_id'], true);
        const { missing_requirements: missingSecret } = expectRefused(await server.call(sms()));
        deepStrictEqual(missingSecret?.['secrets'], [{ id: 'TWILIO_API_KEY' }]);
      },
    },
    {
      title: 'a repeated value is accepted when both are equal, and refused when they differ',
      requirements: ['OTC-TAUTH-04'],
      grade: 'advised',
      run: async (server) => {
        const callWithTokens = (second: string): object =>
          gmail({ authorization: [...google, { id: 'google', token: second }], user_id: 'user_123' });
        expectValue(await server.call(callWithTokens(token)));
        expectRefused(await server.call(callWithTokens('another-token')));
      },
    },
    {
      title: 'a tool gets only what it declares',
      requirements: ['OTC-TAUTH-02', 'OTC-SECR-03'],
      needs: ['fixtures'],
      grade: 'advised',
      run: async (server) => {
        const context = {
          authorization: [
            { id: 'conf', token },
            { id: 'other', token },
          ],
          secrets: [
            { id: 'CONF_SECRET', value: secret },
            { id: 'OTHER', value: secret },
          ],
          user_id: 'user_123',
        };
        deepStrictEqual(expectValue(await server.call({ tool_id: 'Conf.Needy@1.0.0', context })), {
          declaredToken: true,
          declaredSecret: true,
          undeclaredToken: false,
          undeclaredSecret: false,
          userId: 'user_123',
        });
      },
    },
    ...casesFor(undeclaredIds, ([name, ids]) => ({
      title: `a tool can read only what it declares: ${name}`,
      requirements: ['OTC-TAUTH-02', 'OTC-TAUTH-04', 'OTC-SECR-03'],
      needs: ['fixtures'],
      // The standard does not define what happens to undeclared values.
      grade: 'advised',
      run: async (server) => {
        const context = {
          authorization: ['conf', ...ids].map((id) => ({ id, token })),
          secrets: ['CONF_SECRET', ...ids].map((id) => ({ id, value: secret })),
          user_id: 'user_123',
        };
        const input = { tokens: ['conf', ...ids], secrets: ['CONF_SECRET', ...ids] };
        deepStrictEqual(expectValue(await server.call({ tool_id: 'Conf.Reads@1.0.0', input, context })), {
          tokens: ['conf'],
          secrets: ['CONF_SECRET'],
          user: false,
        });
      },
    })),
    ...partlyMetRequirementCases,
    {
      title: 'invalid input is reported before missing requirements',
      requirements: ['OTC-CALL-11', 'OTC-TAUTH-04'],
      grade: 'advised',
      run: async (server) => {
        expectInvalid(await server.call({ tool_id: 'Gmail.GetEmails@1.2.0', input: { query: 1 } }), 'query');
      },
    },
  ],
});
