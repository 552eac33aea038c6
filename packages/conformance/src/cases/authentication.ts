import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { jsonBody } from '../subject/exchange-check.ts';
import { addition, envelope } from './calls.ts';
import { expectStatus, expectValue } from './expect.ts';
import { type CaseGroup, CaseSkipped } from './otc-case.ts';

// The documents' own token, which expired in 2025.
const expiredToken =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJhdWQiOiJvdGNzZXJ2ZXIiLCJleHAiOjE3NDE3MjQyMTl9.FPIFSSUmngbyePKghI54zUJ-dUxCrh4ZnP9TId5zk34';
const worthless = ['Bearer garbage', `Bearer ${expiredToken}`, 'Basic Z2FyYmFnZQ==', 'Bearer', 'nonsense'];

/** The part of section 1.9 that concerns every server. */
export const authenticationCases: CaseGroup = {
  title: 'Server authentication',
  cases: [
    {
      title: 'a server without authentication ignores the Authorization header',
      requirements: ['OTC-AUTH-02'],
      needs: ['documents'],
      run: async (server) => {
        if (server.has.has('credentials')) throw new CaseSkipped('The server requires credentials.');
        const plain = jsonBody('GET /tools', await server.send({ path: '/tools' }));
        for (const authorization of worthless) {
          deepStrictEqual(
            jsonBody('GET /tools', await server.send({ path: '/tools', headers: { authorization } })),
            plain,
          );
          strictEqual(expectValue(await server.call(addition, { headers: { authorization } })), 15);
        }
      },
    },
    {
      title: 'an expired token is refused where credentials are required',
      requirements: ['OTC-AUTH-12'],
      needs: ['credentials'],
      run: async (server) => {
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${expiredToken}` };
        const call = { method: 'POST', path: '/tools/call', headers, body: envelope(addition), anonymous: true };
        expectStatus(await server.send(call), 400);
        expectStatus(await server.send({ path: '/tools', headers, anonymous: true }), 401);
        expectStatus(await server.send({ path: '/health', headers, anonymous: true }), 200);
      },
    },
  ],
};
