import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Answer } from '../../subject/answer.ts';
import { addition, count } from '../calls.ts';
import { expectResult, expectStatus, expectValue } from '../expect.ts';
import type { CaseGroup } from '../otc-case.ts';

/** CASE-19: refused, or the last one counts everywhere. */
export const duplicateKeyCases: CaseGroup = {
  title: 'Edge 19: duplicate keys',
  cases: [
    {
      title: 'of two tool ids none runs, or the last one',
      requirements: ['OTC-REQ-02'],
      needs: ['fixtures'],
      run: async (server) => {
        const key = randomUUID();
        const answer = await server.post(
          `{"request":{"tool_id":"Conf.Counter@1.0.0","tool_id":"Conf.Echo@1.0.0","input":{"key":"${key}"}}}`,
        );
        expectStatus(answer, 200, 400);
        if (answer.status === 200) deepStrictEqual(expectValue(answer), { key });
        strictEqual(await count(server, key), 1, 'the first of two tools ran');
      },
    },
    {
      title: 'of two call ids none counts, or the last one',
      requirements: ['OTC-RESP-01'],
      needs: ['fixtures'],
      run: async (server) => {
        const answer = await server.post(
          '{"request":{"call_id":"duplicate-first","tool_id":"Conf.Echo@1.0.0","call_id":"duplicate-last"}}',
        );
        expectStatus(answer, 200, 400);
        if (answer.status === 200) strictEqual(expectResult(answer).call_id, 'duplicate-last');
      },
    },
    {
      title: 'of two parameters of one name none counts, or the last one',
      requirements: ['OTC-REQ-05'],
      needs: ['fixtures'],
      run: async (server) => {
        const answer = await server.post('{"request":{"tool_id":"Conf.Echo@1.0.0","input":{"a":1,"a":2}}}');
        expectStatus(answer, 200, 400);
        if (answer.status === 200) deepStrictEqual(expectValue(answer), { a: 2 });
      },
    },
    {
      title: 'of two parameters of one name the first cannot pass the check for the last',
      requirements: ['OTC-CALL-10'],
      needs: ['documents'],
      run: async (server) => {
        const answer = await server.post(
          '{"request":{"tool_id":"Calculator.Add@1.0.0","input":{"a":1,"b":2,"b":"x"}}}',
        );
        expectStatus(answer, 400, 422);
      },
    },
    {
      title: 'of two requests none runs, or the last one',
      requirements: ['OTC-REQ-01'],
      needs: ['fixtures'],
      run: async (server) => {
        const key = randomUUID();
        const answer = await server.post(
          `{"request":{"tool_id":"Conf.Counter@1.0.0","input":{"key":"${key}"}},"request":{"tool_id":"Conf.Echo@1.0.0"}}`,
        );
        expectStatus(answer, 200, 400);
        if (answer.status === 200) deepStrictEqual(expectValue(answer), {});
        strictEqual(await count(server, key), 1, 'the first of two requests ran');
      },
    },
    {
      title: 'of two tool ids, one of them written in escapes, none runs, or the last one',
      requirements: ['OTC-REQ-02'],
      needs: ['fixtures'],
      run: async (server) => {
        const key = randomUUID();
        const answer = await server.post(
          `{"request":{"tool_id":"Conf.Counter@1.0.0","tool\\u005fid":"Conf.Echo@1.0.0","input":{"key":"${key}"}}}`,
        );
        expectStatus(answer, 200, 400);
        if (answer.status === 200) deepStrictEqual(expectValue(answer), { key });
        strictEqual(await count(server, key), 1, 'the first of two tools ran');
      },
    },
    {
      title: 'of two versions of the standard none counts, or the last one',
      requirements: ['OTC-SCHV-06'],
      needs: ['documents'],
      run: async (server) => {
        const request = JSON.stringify(addition);
        expectStatus(await server.post(`{"$schema":"otc://1.0","$schema":"otc://9.9","request":${request}}`), 400);
        expectStatus(await server.post(`{"$schema":"otc://9.9","$schema":"otc://1.0","request":${request}}`), 200, 400);
      },
    },
    {
      title: 'of two contexts none counts, or the last one',
      requirements: ['OTC-SECR-03'],
      needs: ['documents'],
      run: async (server) => {
        const [empty, full] = ['{}', '{"secrets":[{"id":"TWILIO_API_KEY","value":"x"}]}'];
        const send = (first: string, second: string): Promise<Answer> =>
          server.post(
            `{"request":{"tool_id":"SMS.Send@0.1.2","context":${first},"input":{"to":"1","message":"2"},"context":${second}}}`,
          );
        expectStatus(await send(full, empty), 400);
        expectStatus(await send(empty, full), 200, 400);
      },
    },
    {
      title: 'of two names for one secret none counts, or the last one',
      requirements: ['OTC-SECR-03'],
      needs: ['documents'],
      run: async (server) => {
        const secrets = '[{"id":"TWILIO_API_KEY","value":"x","id":"OTHER"}]';
        const answer = await server.post(
          `{"request":{"tool_id":"SMS.Send@0.1.2","context":{"secrets":${secrets}},"input":{"to":"1","message":"2"}}}`,
        );
        expectStatus(answer, 400);
      },
    },
  ],
};
