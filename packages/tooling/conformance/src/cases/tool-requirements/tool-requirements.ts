import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { secretCanary as secret, tokenCanary as token } from '../../fixtures/canaries.ts';
import { type CaseGroup, groupOf } from '../otc-case.ts';
import { expectInvalid, expectRefused, expectValue, expectWithout } from '../support/expect.ts';
import { declaredRequirementCases } from './declared.ts';
import { gmail, google, partlyMetRequirementCases, sms, unmetRequirementCases } from './missing.ts';

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
    ...declaredRequirementCases,
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
