import { ok } from 'node:assert/strict';
import { isLoopbackHost } from '@toolwire/core/internal';
import { type CaseGroup, CaseSkipped } from '../otc-case.ts';
import { addition, counterCall, expectNothingRuns } from '../support/calls.ts';
import { expectStatus } from '../support/expect.ts';

/** Requests of web pages that a user has open in a browser. */
export const webPageCases: CaseGroup = {
  title: 'Web pages',
  cases: [
    {
      title: 'a page that reaches the server through DNS rebinding runs nothing',
      requirements: ['OTC-CALL-07'],
      needs: ['fixtures'],
      grade: 'advised',
      run: async (server) => {
        if (!isLoopbackHost(server.target.authority)) {
          throw new CaseSkipped('DNS rebinding only reaches servers on a loopback address.');
        }
        await expectNothingRuns(server, async (key) => {
          const headers = ['Host: led.example', 'Origin: http://led.example', 'Content-Type: application/json'];
          const request = server.bytes({ method: 'POST', path: '/tools/call', headers, body: counterCall(key) });
          const { responses } = await server.converse([request]);
          for (const response of responses) expectStatus(response, 400, 401, 403, 421);
        });
      },
    },
    {
      title: 'pages of other origins may not read responses unless the server allows it',
      requirements: ['OTC-CALL-01'],
      needs: ['documents'],
      grade: 'advised',
      run: async (server) => {
        const { headers } = await server.call(addition, { origin: 'https://evil.example' });
        const allowed = headers['access-control-allow-origin'];
        ok(allowed === undefined, `Access-Control-Allow-Origin: expected none, got ${allowed}`);
      },
    },
  ],
};
