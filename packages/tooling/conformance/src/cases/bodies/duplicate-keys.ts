import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { TestResponse } from '../../client/response.ts';
import type { CaseGroup } from '../otc-case.ts';
import { addition, expectNoRun } from '../support/calls.ts';
import { expectResult, expectStatus, expectValue } from '../support/expect.ts';

/** A duplicate key is refused, or its last value is used everywhere (CASE-19). */
export const duplicateKeyCases: CaseGroup = {
  title: 'Edge 19: duplicate keys',
  cases: [
    {
      title: 'of two tool IDs, the last one runs or none',
      requirements: ['OTC-REQ-02'],
      needs: ['fixtures'],
      run: async (server) => {
        const key = randomUUID();
        const response = await server.post(
          `{"request":{"tool_id":"Conf.Counter@1.0.0","tool_id":"Conf.Echo@1.0.0","input":{"key":"${key}"}}}`,
        );
        expectStatus(response, 200, 400);
        if (response.status === 200) deepStrictEqual(expectValue(response), { key });
        await expectNoRun(server, key, 'the first tool');
      },
    },
    {
      title: 'of two call IDs, the last one counts or none',
      requirements: ['OTC-RESP-01'],
      needs: ['fixtures'],
      run: async (server) => {
        const response = await server.post(
          '{"request":{"call_id":"duplicate-first","tool_id":"Conf.Echo@1.0.0","call_id":"duplicate-last"}}',
        );
        expectStatus(response, 200, 400);
        if (response.status === 200) strictEqual(expectResult(response).call_id, 'duplicate-last');
      },
    },
    {
      title: 'of two parameters with the same name, the last one counts or none',
      requirements: ['OTC-REQ-05'],
      needs: ['fixtures'],
      run: async (server) => {
        const response = await server.post('{"request":{"tool_id":"Conf.Echo@1.0.0","input":{"a":1,"a":2}}}');
        expectStatus(response, 200, 400);
        if (response.status === 200) deepStrictEqual(expectValue(response), { a: 2 });
      },
    },
    {
      title: 'of two parameters with the same name, the first cannot pass validation for the last',
      requirements: ['OTC-CALL-10'],
      needs: ['documents'],
      run: async (server) => {
        const response = await server.post(
          '{"request":{"tool_id":"Calculator.Add@1.0.0","input":{"a":1,"b":2,"b":"x"}}}',
        );
        expectStatus(response, 400, 422);
      },
    },
    {
      title: 'of two requests, the last one runs or none',
      requirements: ['OTC-REQ-01'],
      needs: ['fixtures'],
      run: async (server) => {
        const key = randomUUID();
        const response = await server.post(
          `{"request":{"tool_id":"Conf.Counter@1.0.0","input":{"key":"${key}"}},"request":{"tool_id":"Conf.Echo@1.0.0"}}`,
        );
        expectStatus(response, 200, 400);
        if (response.status === 200) deepStrictEqual(expectValue(response), {});
        await expectNoRun(server, key, 'the first request');
      },
    },
    {
      title: 'of two tool IDs, one of them escaped, the last one runs or none',
      requirements: ['OTC-REQ-02'],
      needs: ['fixtures'],
      run: async (server) => {
        const key = randomUUID();
        const response = await server.post(
          `{"request":{"tool_id":"Conf.Counter@1.0.0","tool\\u005fid":"Conf.Echo@1.0.0","input":{"key":"${key}"}}}`,
        );
        expectStatus(response, 200, 400);
        if (response.status === 200) deepStrictEqual(expectValue(response), { key });
        await expectNoRun(server, key, 'the first tool');
      },
    },
    {
      title: 'of two versions of the standard, the last one counts or none',
      requirements: ['OTC-SCHV-06'],
      needs: ['documents'],
      run: async (server) => {
        const request = JSON.stringify(addition);
        expectStatus(await server.post(`{"$schema":"otc://1.0","$schema":"otc://9.9","request":${request}}`), 400);
        expectStatus(await server.post(`{"$schema":"otc://9.9","$schema":"otc://1.0","request":${request}}`), 200, 400);
      },
    },
    {
      title: 'of two contexts, the last one counts or none',
      requirements: ['OTC-SECR-03'],
      needs: ['documents'],
      run: async (server) => {
        const [empty, full] = ['{}', '{"secrets":[{"id":"TWILIO_API_KEY","value":"x"}]}'];
        const send = (first: string, second: string): Promise<TestResponse> =>
          server.post(
            `{"request":{"tool_id":"SMS.Send@0.1.2","context":${first},"input":{"to":"1","message":"2"},"context":${second}}}`,
          );
        expectStatus(await send(full, empty), 400);
        expectStatus(await send(empty, full), 200, 400);
      },
    },
    {
      title: 'of two IDs for one secret, the last one counts or none',
      requirements: ['OTC-SECR-03'],
      needs: ['documents'],
      run: async (server) => {
        const secrets = '[{"id":"TWILIO_API_KEY","value":"x","id":"OTHER"}]';
        const response = await server.post(
          `{"request":{"tool_id":"SMS.Send@0.1.2","context":{"secrets":${secrets}},"input":{"to":"1","message":"2"}}}`,
        );
        expectStatus(response, 400);
      },
    },
  ],
};
