import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { jsonBody } from '../../client/check-response.ts';
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
      run: async (server) => {
        const response = await server.call({ tool_id: 'No.Such@1.0.0' });
        expectRefused(response);
        const body = jsonBody('POST /tools/call', response) as Record<string, unknown>;
        strictEqual(server.schemas.serverError(body), undefined);
        expectOnlyError(body);
      },
    },
    {
      title: 'a validation error follows its schema, outside of any result',
      requirements: ['OTC-ERR-02'],
      run: async (server) => {
        const response = await server.call({ tool_id: (await toolWithRequiredParameter(server)).id, input: {} });
        expectInvalid(response);
        const body = jsonBody('POST /tools/call', response) as Record<string, unknown>;
        strictEqual(server.schemas.validationError(body), undefined);
        expectOnlyError(body);
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

/** Expects that the error is the body, not a part of it. */
function expectOnlyError(body: object): void {
  const wrappers = ['result', 'error'].filter((name) => name in body);
  deepStrictEqual(wrappers, [], `members around the error: expected none, got ${wrappers.join(' and ')}`);
}
