import { deepStrictEqual } from 'node:assert/strict';
import { secretCanary as secret, tokenCanary as token } from '../../fixtures/canaries.ts';
import { casesFor, type OtcCase } from '../otc-case.ts';
import { expectValue } from '../support/expect.ts';

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

/** A tool can read only what it declares. */
export const declaredRequirementCases: readonly OtcCase[] = [
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
];
