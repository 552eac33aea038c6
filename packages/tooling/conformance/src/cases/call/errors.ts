import { ok, strictEqual } from 'node:assert/strict';
import { jsonBody } from '../../client/check-response.ts';
import type { CaseGroup } from '../otc-case.ts';
import { toolWithRequiredParameter } from '../support/calls.ts';
import { expectInvalid, expectRefused } from '../support/expect.ts';

/** OTC-ERR. */
export const errorCases: CaseGroup = {
  title: 'Error bodies',
  cases: [
    {
      title: 'a server error follows its schema, outside of any result',
      requirements: ['OTC-ERR-01'],
      run: async (server) => {
        const response = await server.call({ tool_id: 'No.Such@1.0.0' });
        expectRefused(response);
        const body = jsonBody('The call', response) as Record<string, unknown>;
        strictEqual(server.schemas.serverError(body), undefined);
        ok(!('result' in body) && !('error' in body));
      },
    },
    {
      title: 'a validation error follows its schema, outside of any result',
      requirements: ['OTC-ERR-02'],
      run: async (server) => {
        const response = await server.call({ tool_id: (await toolWithRequiredParameter(server)).id, input: {} });
        expectInvalid(response);
        const body = jsonBody('The call', response) as Record<string, unknown>;
        strictEqual(server.schemas.validationError(body), undefined);
        ok(!('result' in body) && !('error' in body));
      },
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
