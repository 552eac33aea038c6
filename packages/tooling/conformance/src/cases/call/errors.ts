import { strictEqual } from 'node:assert/strict';
import type { CaseGroup } from '../otc-case.ts';
import { toolWithRequiredParameter } from '../support/calls.ts';
import { expectInvalid, expectRefused } from '../support/expect.ts';

/** Error responses (OTC-ERR). */
export const errorCases: CaseGroup = {
  title: 'Error bodies',
  cases: [
    {
      title: 'a server error follows its schema, outside of any result',
      requirements: ['OTC-ERR-01'],
      // `call` checks each error against its schema.
      run: async (server) => void expectRefused(await server.call({ tool_id: 'No.Such@1.0.0' })),
    },
    {
      title: 'errors name the version of the standard',
      requirements: ['OTC-ERR-01', 'OTC-ERR-02'],
      grade: 'advised',
      run: async (server) => {
        const tool = await toolWithRequiredParameter(server);
        strictEqual(expectRefused(await server.call({ tool_id: 'No.Such@1.0.0' })).$schema, 'otc://1.0');
        strictEqual(expectInvalid(await server.call({ tool_id: tool.id, input: {} })).$schema, 'otc://1.0');
      },
    },
  ],
};
