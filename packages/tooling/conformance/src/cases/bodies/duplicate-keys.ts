import { randomUUID } from 'node:crypto';
import type { TestResponse } from '../../client/response.ts';
import type { RequirementId } from '../../requirements/otc/requirement.ts';
import { type CaseGroup, casesFor, groupOf } from '../otc-case.ts';
import { addition, expectNoRun } from '../support/calls.ts';
import { expectCallIdOrRefusal, expectStatus, expectValueOrRefusal } from '../support/expect.ts';

/** Two calls in one body: the first of Conf.Counter, the last of Conf.Echo, and what the last one returns. */
const rivals: readonly (readonly [title: string, requirement: RequirementId, body: string, value: string])[] = [
  [
    'of two tool IDs',
    'OTC-REQ-02',
    '{"request":{"tool_id":"Conf.Counter@1.0.0","tool_id":"Conf.Echo@1.0.0","input":{"key":"KEY"}}}',
    '{"key":"KEY"}',
  ],
  [
    'of two requests',
    'OTC-REQ-01',
    '{"request":{"tool_id":"Conf.Counter@1.0.0","input":{"key":"KEY"}},"request":{"tool_id":"Conf.Echo@1.0.0"}}',
    '{}',
  ],
  [
    'of two tool IDs, one of them escaped',
    'OTC-REQ-02',
    '{"request":{"tool_id":"Conf.Counter@1.0.0","tool\\u005fid":"Conf.Echo@1.0.0","input":{"key":"KEY"}}}',
    '{"key":"KEY"}',
  ],
];

/** A duplicate key is refused, or its last value is used everywhere (CASE-19). JSON does not define which value counts. */
export const duplicateKeyCases: CaseGroup = groupOf({
  title: 'Edge 19: duplicate keys',
  needs: ['fixtures'],
  grade: 'advised',
  cases: [
    ...casesFor(rivals, ([title, requirement, body, value]) => ({
      title: `${title}, the last one runs or none`,
      requirements: [requirement],
      run: async (server) => {
        const key = randomUUID();
        expectValueOrRefusal(await server.post(body.replace('KEY', key)), JSON.parse(value.replace('KEY', key)));
        await expectNoRun(server, key, 'the first of two tools');
      },
    })),
    {
      title: 'of two call IDs, the last one counts or none',
      requirements: ['OTC-RESP-01'],
      run: async (server) => {
        const request = '{"call_id":"duplicate-first","tool_id":"Conf.Echo@1.0.0","call_id":"duplicate-last"}';
        expectCallIdOrRefusal(await server.post(`{"request":${request}}`), 'duplicate-last');
      },
    },
    {
      title: 'of two parameters with the same name, the last one counts or none',
      requirements: ['OTC-REQ-05'],
      run: async (server) => {
        const response = await server.post('{"request":{"tool_id":"Conf.Echo@1.0.0","input":{"a":1,"a":2}}}');
        expectValueOrRefusal(response, { a: 2 });
      },
    },
    {
      title: 'of two parameters with the same name, the first cannot pass validation for the last',
      requirements: ['OTC-CALL-10'],
      needs: ['documents'],
      run: async (server) => {
        const request = '{"tool_id":"Calculator.Add@1.0.0","input":{"a":1,"b":2,"b":"x"}}';
        expectStatus(await server.post(`{"request":${request}}`), 400, 422);
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
});
