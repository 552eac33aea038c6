import { strictEqual } from 'node:assert/strict';
import { jsonBody } from '../../client/check-response.ts';
import type { CaseGroup } from '../otc-case.ts';
import { addition } from '../support/calls.ts';
import { expectValue, expectVersion } from '../support/expect.ts';

/** Versions of the standard (OTC-SCHV). `schema-uris.ts` has the spellings. */
export const protocolVersionCases: CaseGroup = {
  title: 'Protocol version',
  cases: [
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
          expectVersion((jsonBody('The endpoint', response) as { $schema?: unknown }).$schema);
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
        expectVersion((jsonBody('POST /tools/call', response) as { $schema?: unknown }).$schema);
      },
    },
  ],
};
