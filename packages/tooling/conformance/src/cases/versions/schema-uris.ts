import { ok, strictEqual } from 'node:assert/strict';
import { jsonBody } from '../../client/check-response.ts';
import type { OtcServer } from '../../client/otc-server.ts';
import type { TestResponse } from '../../client/response.ts';
import { type CaseGroup, casesFor } from '../otc-case.ts';
import { addition, envelope, jsonHeaders } from '../support/calls.ts';
import { expectRefused, expectStatus, expectValue, expectVersion, supportedSchemas } from '../support/expect.ts';

const shortForm = 'otc://1.0';

const unsupported: readonly string[] = [
  'otc://2.0',
  'otc://1.1',
  'otc://1',
  'otc://01.0',
  'otc://1.0.0',
  'otc:',
  'otc:1.0',
  'https://example.com',
  'http://json-schema.org/draft-07/schema#',
  'otc://0.9',
  'otc://10.0',
  'otc://1.00',
  'otc://1.0.1',
  'otc://1.x',
  'otc://latest',
  'otc://1.0/x',
  'otc://1.0@example.com',
  'otc://１.０',
  'urn:oxp:2.0',
  'urn:oxp:1.1',
  'urn:otc:1.0',
  'https://github.com/OpenToolCalling/Specification/tree/main/spec/http/2.0/openapi.json',
];

const invalidUris: readonly unknown[] = [
  '',
  '1.0',
  'otc',
  '//1.0',
  ' otc://1.0',
  'otc://1.0\n',
  42,
  [],
  ['otc://1.0'],
  {},
  true,
];

/** Spellings of `$schema` (CASE-25). */
export const schemaUriCases: CaseGroup = {
  title: 'Edge 25: spellings of $schema',
  cases: [
    {
      title: 'every $schema of a response names version 1.0',
      requirements: ['OTC-SCHV-03'],
      run: async (server) => {
        const responses = [
          await server.send({ path: '/tools' }),
          await server.call({ tool_id: 'No.Such' }),
          await server.post(envelope(addition, 'otc://9.9')),
        ];
        for (const response of responses) {
          expectVersion((jsonBody('The endpoint', response) as { $schema?: unknown }).$schema);
        }
      },
    },
    {
      title: 'an absent and a null $schema mean the current version, on both endpoints',
      requirements: ['OTC-SCHV-04', 'OTC-CALL-03', 'OTC-LIST-05'],
      needs: ['documents'],
      // The standard does not define null. Other cases test a $schema that is absent.
      grade: 'advised',
      run: async (server) => {
        strictEqual(expectValue(await server.post(JSON.stringify({ request: addition }))), 15);
        strictEqual(expectValue(await server.post(JSON.stringify({ $schema: null, request: addition }))), 15);
        expectStatus(await list(server, '{}'), 200);
        expectStatus(await list(server, '{"$schema":null}'), 200);
      },
    },
    ...casesFor(supportedSchemas, (schema) => ({
      title: `${schema} is supported and returned`,
      requirements: ['OTC-SCHV-05', 'OTC-SCHV-03'],
      needs: ['documents'],
      // The standard's own pages use the short form. Other spellings were published elsewhere.
      ...(schema !== shortForm && { grade: 'advised' as const }),
      run: async (server) => {
        for (const response of await sendBoth(server, schema)) {
          expectStatus(response, 200);
          const { $schema } = jsonBody('The endpoint', response) as { $schema?: unknown };
          // A response may omit it, or name the same version in another way.
          if (schema === shortForm) expectVersion($schema);
          else strictEqual($schema, schema);
        }
      },
    })),
    ...casesFor(unsupported, (schema) => ({
      title: `${schema} is refused with the supported versions`,
      requirements: ['OTC-SCHV-06', 'OTC-CALL-07b', 'OTC-LIST-05'],
      run: async (server) => {
        for (const response of await sendBoth(server, schema)) expectVersion(expectRefused(response).$schema);
      },
    })),
    ...casesFor(invalidUris, (schema) => ({
      title: `${JSON.stringify(schema)} is refused because it is not a URI`,
      requirements: ['OTC-SCHV-03', 'OTC-CALL-07b', 'OTC-LIST-05'],
      run: async (server) => (await sendBoth(server, schema)).forEach(expectRefused),
    })),
    {
      title: "a refused version is answered with the server's version and a list for developers",
      requirements: ['OTC-SCHV-06', 'OTC-CALL-09'],
      grade: 'advised',
      run: async (server) => {
        for (const response of await sendBoth(server, 'otc://2.0')) {
          const body = expectRefused(response);
          strictEqual(body.$schema, 'otc://1.0');
          ok(
            body.developer_message?.includes('otc://1.0'),
            `developer_message: expected the supported versions, got ${response.text}`,
          );
        }
      },
    },
    {
      title: 'a listing works without a body and with an empty body',
      requirements: ['OTC-LIST-05'],
      run: async (server) => {
        expectStatus(await server.send({ path: '/tools' }), 200);
        expectStatus(await server.send({ path: '/tools', headers: { 'content-length': '0' } }), 200);
      },
    },
    {
      title: 'a malformed body of a listing is refused',
      requirements: ['OTC-LIST-05'],
      run: async (server) => {
        for (const body of ['{', '{"$schema":}', 'otc://1.0']) expectRefused(await list(server, body));
      },
    },
    {
      title: 'a client that cannot send a body names its version in the query',
      requirements: ['OTC-LIST-05'],
      grade: 'advised',
      run: async (server) => {
        for (const name of ['$schema', '%24schema']) {
          const path = `/tools?${name}=${encodeURIComponent('otc://1.0')}`;
          expectStatus(await server.send({ path }), 200);
          expectRefused(await server.send({ path: `/tools?${name}=${encodeURIComponent('otc://2.0')}` }));
        }
      },
    },
  ],
};

/** Sends a `$schema` with a call and with a request for the listing. */
async function sendBoth(server: OtcServer, schema: unknown): Promise<readonly TestResponse[]> {
  return [await server.post(envelope(addition, schema)), await list(server, JSON.stringify({ $schema: schema }))];
}

function list(server: OtcServer, body: string): Promise<TestResponse> {
  return server.send({ path: '/tools', headers: jsonHeaders, body });
}
