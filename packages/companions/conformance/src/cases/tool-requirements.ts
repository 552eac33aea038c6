import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { secretCanary as secret, tokenCanary as token } from '../canaries.ts';
import { addition } from './calls.ts';
import { expectInvalid, expectRefused, expectValue, expectWithout } from './expect.ts';
import type { CaseGroup, OtcCase } from './otc-case.ts';

const gmail = (context?: unknown): object => ({ tool_id: 'Gmail.GetEmails@1.2.0', input: {}, context });
const sms = (context?: unknown): object => ({
  tool_id: 'SMS.Send@0.1.2',
  input: { to: '+5556051234567', message: 'Hello' },
  context,
});
const google = [{ id: 'google', token }];

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

/** Ids of things that came along, and that Conf.Reads has not declared. */
const reachable: readonly (readonly [name: string, ids: readonly string[]])[] = [
  ['another id', ['other']],
  ['the id in another case', ['CONF', 'Conf', 'conf_secret']],
  ['the id with spaces', [' conf', 'conf ', 'CONF_SECRET ']],
  ['the beginning of the id', ['con', 'CONF_']],
  ['more than the id', ['conf2', 'CONF_SECRET_2']],
  ['an empty id', ['']],
  ['what other tools declare', ['google', 'TWILIO_API_KEY']],
  ['names of prototypes', ['__proto__', 'constructor', 'toString']],
  ['many of them', Array.from({ length: 200 }, (_, index) => `other-${index}`)],
];

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

/** OTC-TAUTH. */
export const toolRequirementCases: CaseGroup = {
  title: 'Tool authorization, secrets and user id',
  cases: [
    {
      title: 'a tool without requirements is called with nothing but its input',
      requirements: ['OTC-TAUTH-02'],
      needs: ['documents'],
      run: async (server) => strictEqual(expectValue(await server.call(addition)), 15),
    },
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
    {
      title: 'a call with everything the tool requires runs',
      requirements: ['OTC-TAUTH-04', 'OTC-SECR-03', 'OTC-USER-01'],
      needs: ['documents'],
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
      title: 'a refusal names what is missing, by id only',
      requirements: ['OTC-TAUTH-04', 'OTC-SECR-03', 'OTC-USER-01'],
      needs: ['documents'],
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
      title: 'a value that came twice is accepted when both agree, and refused when they differ',
      requirements: ['OTC-TAUTH-04'],
      needs: ['documents'],
      grade: 'advised',
      run: async (server) => {
        const twice = (second: string): object =>
          gmail({ authorization: [...google, { id: 'google', token: second }], user_id: 'user_123' });
        expectValue(await server.call(twice(token)));
        expectRefused(await server.call(twice('another-token')));
      },
    },
    {
      title: 'a tool gets what it declares, and nothing else that came along',
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
    ...reachable.map(
      ([name, ids]): OtcCase => ({
        title: `a tool reads nothing that it has not declared: ${name}`,
        requirements: ['OTC-TAUTH-02', 'OTC-TAUTH-04', 'OTC-SECR-03'],
        needs: ['fixtures'],
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
      }),
    ),
    ...partly.map(
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
    ),
    {
      title: 'bad input is reported before missing requirements',
      requirements: ['OTC-CALL-11', 'OTC-TAUTH-04'],
      needs: ['documents'],
      grade: 'advised',
      run: async (server) => {
        const { parameter_errors: errors } = expectInvalid(
          await server.call({ tool_id: 'Gmail.GetEmails@1.2.0', input: { query: 1 } }),
        );
        ok(errors === undefined || Object.hasOwn(errors, 'query'));
      },
    },
  ],
};
