import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { jsonBody } from '../../client/check-response.ts';
import { type CaseGroup, casesFor } from '../otc-case.ts';
import { skipIfProtected } from '../support/calls.ts';
import { expectStatus, expectValue } from '../support/expect.ts';
import { callWith, checkHealthWith, listWith } from './attempts.ts';

// The token in the documents. It expired in 2025.
const expiredToken =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJhdWQiOiJvdGNzZXJ2ZXIiLCJleHAiOjE3NDE3MjQyMTl9.FPIFSSUmngbyePKghI54zUJ-dUxCrh4ZnP9TId5zk34';

/** Credentials that a server without authentication must ignore. */
const ignoredHeaders: readonly (readonly [name: string, lines: readonly string[]])[] = [
  ['garbage', ['Authorization: Bearer garbage']],
  ['an expired token', [`Authorization: Bearer ${expiredToken}`]],
  ['another scheme', ['Authorization: Basic Z2FyYmFnZQ==']],
  ['only a scheme', ['Authorization: Bearer']],
  ['an empty header', ['Authorization:']],
  ['a single word', ['Authorization: nonsense']],
  ['bytes outside ASCII', ['Authorization: Bearer \xe4\xff']],
  ['two headers', ['Authorization: Bearer a', 'Authorization: Basic Yjpj']],
  // Many servers limit a line to 8 kB.
  ['a token of 4 kB', [`Authorization: Bearer ${'x'.repeat(4000)}`]],
  ['an API key', ['OTC-API-Key: wrong', 'OXP-API-Key: wrong', 'X-API-Key: wrong']],
];

/** Authentication cases for every server (OTC-AUTH). */
export const authenticationCases: CaseGroup = {
  title: 'Server authentication',
  cases: [
    ...casesFor(ignoredHeaders, ([name, lines]) => ({
      title: `a server without authentication ignores credentials: ${name}`,
      requirements: ['OTC-AUTH-02'],
      needs: ['documents'],
      run: async (server) => {
        await skipIfProtected(server);
        strictEqual(expectValue(await callWith(server, { lines })), 15);
        const [plain, listing] = [await listWith(server), await listWith(server, { lines })];
        deepStrictEqual(jsonBody('GET /tools', listing), jsonBody('GET /tools', plain));
        expectStatus(await checkHealthWith(server, { lines }), 200);
      },
    })),
    {
      title: 'an expired token is refused where credentials are required',
      requirements: ['OTC-AUTH-12'],
      needs: ['credentials'],
      run: async (server) => {
        const attempt = { lines: [`Authorization: Bearer ${expiredToken}`] };
        expectStatus(await callWith(server, attempt), 400);
        expectStatus(await listWith(server, attempt), 401);
        expectStatus(await checkHealthWith(server, attempt), 200);
      },
    },
  ],
};
