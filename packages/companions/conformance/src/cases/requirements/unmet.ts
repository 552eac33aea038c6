import { secretCanary as secret, tokenCanary as token } from '../../canaries.ts';
import { expectRefused, expectWithout } from '../expect.ts';
import type { OtcCase } from '../otc-case.ts';
import { gmail, google, sms } from './calls.ts';

const wrongAuthorization: readonly (readonly [name: string, context: unknown])[] = [
  ['no context', undefined],
  ['an empty context', {}],
  ['no authorization', { user_id: 'user_123' }],
  ['another provider', { authorization: [{ id: 'github', token }], user_id: 'user_123' }],
  ['the provider in another case', { authorization: [{ id: 'Google', token }], user_id: 'user_123' }],
  ['an empty token', { authorization: [{ id: 'google', token: '' }], user_id: 'user_123' }],
  ['no token', { authorization: [{ id: 'google' }], user_id: 'user_123' }],
  ['a token that is no text', { authorization: [{ id: 'google', token: 1 }], user_id: 'user_123' }],
  ['a list that is an object', { authorization: { id: 'google', token }, user_id: 'user_123' }],
  ['a list that is a text', { authorization: 'google', user_id: 'user_123' }],
  ['an entry that is null', { authorization: [null], user_id: 'user_123' }],
  ['a context that is a list', [{ id: 'google', token }]],
];

const wrongSecrets: readonly (readonly [name: string, context: unknown])[] = [
  ['no context', undefined],
  ['no secrets', { user_id: 'user_123' }],
  ['another secret', { secrets: [{ id: 'OTHER', value: secret }] }],
  ['an empty value', { secrets: [{ id: 'TWILIO_API_KEY', value: '' }] }],
  ['a value that is no text', { secrets: [{ id: 'TWILIO_API_KEY', value: { a: 1 } }] }],
  ['a map instead of a list', { secrets: { TWILIO_API_KEY: secret } }],
];

/** Calls without what their tool requires, or with what only looks like it. */
export const unmetRequirementCases: readonly OtcCase[] = [
  ...wrongAuthorization.map(
    ([name, context]): OtcCase => ({
      title: `a call without the required token is refused: ${name}`,
      requirements: ['OTC-TAUTH-04', 'OTC-TAUTH-01'],
      needs: ['documents'],
      run: async (server) => {
        const answer = await server.call(gmail(context));
        expectRefused(answer);
        expectWithout(answer, token);
      },
    }),
  ),
  ...wrongSecrets.map(
    ([name, context]): OtcCase => ({
      title: `a call without the required secret is refused: ${name}`,
      requirements: ['OTC-SECR-03', 'OTC-SECR-01'],
      needs: ['documents'],
      run: async (server) => {
        const answer = await server.call(sms(context));
        expectRefused(answer);
        expectWithout(answer, secret);
      },
    }),
  ),
  ...[undefined, '', null, 7].map(
    (userId): OtcCase => ({
      title: `a call without the required user id is refused: ${JSON.stringify(userId) ?? 'missing'}`,
      requirements: ['OTC-USER-01'],
      needs: ['documents'],
      run: async (server) => void expectRefused(await server.call(gmail({ authorization: google, user_id: userId }))),
    }),
  ),
];
