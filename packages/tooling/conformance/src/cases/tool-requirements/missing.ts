import { deepStrictEqual } from 'node:assert/strict';
import { secretCanary as secret, tokenCanary as token } from '../../fixtures/canaries.ts';
import { casesFor, type OtcCase } from '../otc-case.ts';
import { expectRefused, expectWithout } from '../support/expect.ts';

const invalidAuthorizations: readonly (readonly [name: string, context: unknown])[] = [
  ['no context', undefined],
  ['an empty context', {}],
  ['no authorization', { user_id: 'user_123' }],
  ['another provider', { authorization: [{ id: 'github', token }], user_id: 'user_123' }],
  ['the provider in another case', { authorization: [{ id: 'Google', token }], user_id: 'user_123' }],
  ['an empty token', { authorization: [{ id: 'google', token: '' }], user_id: 'user_123' }],
  ['no token', { authorization: [{ id: 'google' }], user_id: 'user_123' }],
  ['a token that is not a string', { authorization: [{ id: 'google', token: 1 }], user_id: 'user_123' }],
  ['a list that is an object', { authorization: { id: 'google', token }, user_id: 'user_123' }],
  ['a list that is a string', { authorization: 'google', user_id: 'user_123' }],
  ['an entry that is null', { authorization: [null], user_id: 'user_123' }],
  ['a context that is a list', [{ id: 'google', token }]],
];

const invalidSecrets: readonly (readonly [name: string, context: unknown])[] = [
  ['no context', undefined],
  ['no secrets', { user_id: 'user_123' }],
  ['another secret', { secrets: [{ id: 'OTHER', value: secret }] }],
  ['an empty value', { secrets: [{ id: 'TWILIO_API_KEY', value: '' }] }],
  ['a value that is not a string', { secrets: [{ id: 'TWILIO_API_KEY', value: { a: 1 } }] }],
  ['a map instead of a list', { secrets: { TWILIO_API_KEY: secret } }],
];

/** Calls with missing or invalid requirements. */
export const unmetRequirementCases: readonly OtcCase[] = [
  ...casesFor(invalidAuthorizations, ([name, context]) => ({
    title: `a call without the required token is refused: ${name}`,
    requirements: ['OTC-TAUTH-04', 'OTC-TAUTH-01'],
    run: async (server) => {
      const response = await server.call(gmail(context));
      expectRefused(response);
      expectWithout(response, token);
    },
  })),
  ...casesFor(invalidSecrets, ([name, context]) => ({
    title: `a call without the required secret is refused: ${name}`,
    requirements: ['OTC-SECR-03', 'OTC-SECR-01'],
    run: async (server) => {
      const response = await server.call(sms(context));
      expectRefused(response);
      expectWithout(response, secret);
    },
  })),
  ...casesFor([undefined, '', null, 7], (userId) => ({
    title: `a call without the required user ID is refused: ${JSON.stringify(userId) ?? 'missing'}`,
    requirements: ['OTC-USER-01'],
    run: async (server) => void expectRefused(await server.call(gmail({ authorization: google, user_id: userId }))),
  })),
];

/** A call of a tool that requires a token and a user ID. */
export const gmail = (context?: unknown): object => ({ tool_id: 'Gmail.GetEmails@1.2.0', input: {}, context });

/** A call of a tool that requires a secret. */
export const sms = (context?: unknown): object => ({
  tool_id: 'SMS.Send@0.1.2',
  input: { to: '+5556051234567', message: 'Hello' },
  context,
});

/** The token that `gmail` requires. */
export const google: readonly { readonly id: string; readonly token: string }[] = [{ id: 'google', token }];

const conf = { authorization: [{ id: 'conf', token }] };
const confSecret = { secrets: [{ id: 'CONF_SECRET', value: secret }] };
const user = { user_id: 'user_123' };

/** Provided and missing requirements of Conf.Needy. */
const partialContexts: readonly (readonly [name: string, context: object, missing: object])[] = [
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

/** Calls with some of their tool's requirements. */
export const partlyMetRequirementCases: readonly OtcCase[] = casesFor(partialContexts, ([name, context, missing]) => ({
  title: `a call with part of what the tool requires is refused, and the response lists the rest: ${name}`,
  requirements: ['OTC-TAUTH-04', 'OTC-SECR-03', 'OTC-USER-01'],
  needs: ['fixtures'],
  grade: 'advised',
  run: async (server) => {
    const response = await server.call({ tool_id: 'Conf.Needy@1.0.0', input: {}, context });
    deepStrictEqual(expectRefused(response).missing_requirements, missing);
    expectWithout(response, token, secret);
  },
}));
