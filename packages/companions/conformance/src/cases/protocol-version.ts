import { ok, strictEqual } from 'node:assert/strict';
import { jsonBody } from '../subject/exchange-check.ts';
import { addition } from './calls.ts';
import { expectRefused, expectStatus, expectValue } from './expect.ts';
import type { CaseGroup } from './otc-case.ts';

/** OTC-SCHV; the battery of spellings is an edge case of its own. */
export const protocolVersionCases: CaseGroup = {
  title: 'Protocol version',
  cases: [
    {
      title: 'a $schema that is no URI is refused',
      requirements: ['OTC-SCHV-03', 'OTC-CALL-07b'],
      run: async (server) => {
        for (const schema of ['1.0', 42, '', []]) expectRefused(await server.call(addition, { schema }));
      },
    },
    {
      title: 'every $schema of an answer is a URI',
      requirements: ['OTC-SCHV-03'],
      run: async (server) => {
        const answers = [
          await server.send({ path: '/tools' }),
          await server.call({ tool_id: 'No.Such' }),
          await server.call(addition, { schema: 'otc://9.9' }),
        ];
        for (const answer of answers) {
          const { $schema } = jsonBody('The server', answer) as { $schema?: unknown };
          ok($schema === undefined || (typeof $schema === 'string' && URL.canParse($schema)), String($schema));
        }
      },
    },
    {
      title: 'no $schema means the latest version, which the answer names',
      requirements: ['OTC-SCHV-04', 'OTC-CALL-03'],
      needs: ['documents'],
      run: async (server) => {
        const answer = await server.call(addition, { schema: null });
        strictEqual(expectValue(answer), 15);
        const { $schema = 'otc://1.0' } = jsonBody('The call', answer) as { $schema?: unknown };
        strictEqual($schema, 'otc://1.0');
      },
    },
    {
      title: 'the short form otc://1.0 is understood',
      requirements: ['OTC-SCHV-05'],
      needs: ['documents'],
      run: async (server) => strictEqual(expectValue(await server.call(addition, { schema: 'otc://1.0' })), 15),
    },
    {
      title: 'an unsupported version is refused on both endpoints',
      requirements: ['OTC-SCHV-06', 'OTC-CALL-07b', 'OTC-LIST-05'],
      run: async (server) => {
        expectRefused(await server.call(addition, { schema: 'otc://2.0' }));
        const headers = { 'content-type': 'application/json' };
        expectStatus(await server.send({ path: '/tools', headers, body: '{"$schema":"otc://2.0"}' }), 400);
      },
    },
  ],
};
