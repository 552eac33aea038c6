import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { count } from '../calls.ts';
import { expectResult, expectStatus, expectValue } from '../expect.ts';
import type { CaseGroup } from '../otc-case.ts';

/** Section 5, case 19: refused, or the last one counts everywhere. */
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
  ],
};
