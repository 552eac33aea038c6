import { ok, strictEqual } from 'node:assert/strict';
import { jsonBody } from '../../client/check-response.ts';
import type { CaseGroup } from '../otc-case.ts';
import { addition } from '../support/calls.ts';
import { expectRefused, expectStatus, expectValue } from '../support/expect.ts';

/** Versions of the standard (OTC-SCHV). `schema-uris.ts` has the spellings. */
export const protocolVersionCases: CaseGroup = {
  title: 'Protocol version',
  cases: [
    {
      title: 'a $schema that is not a URI is refused',
      requirements: ['OTC-SCHV-03', 'OTC-CALL-07b'],
      run: async (server) => {
        for (const schema of ['1.0', 42, '', []]) expectRefused(await server.call(addition, { schema }));
      },
    },
    {
      title: 'every $schema of a response is a URI',
      requirements: ['OTC-SCHV-03'],
      run: async (server) => {
        const responses = [
          await server.send({ path: '/tools' }),
          await server.call({ tool_id: 'No.Such' }),
          await server.call(addition, { schema: 'otc://9.9' }),
        ];
        for (const response of responses) {
          const { $schema } = jsonBody('The endpoint', response) as { $schema?: unknown };
          ok(
            $schema === undefined || (typeof $schema === 'string' && URL.canParse($schema)),
            `$schema: expected a URI, got ${String($schema)}`,
          );
        }
      },
    },
    {
      title: 'no $schema means the latest version, which the response names',
      requirements: ['OTC-SCHV-04', 'OTC-CALL-03'],
      needs: ['documents'],
      run: async (server) => {
        const response = await server.call(addition, { schema: null });
        strictEqual(expectValue(response), 15);
        const { $schema = 'otc://1.0' } = jsonBody('POST /tools/call', response) as { $schema?: unknown };
        strictEqual($schema, 'otc://1.0');
      },
    },
    {
      title: 'the short form otc://1.0 is supported',
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
