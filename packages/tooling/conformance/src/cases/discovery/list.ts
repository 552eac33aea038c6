import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { jsonBody } from '../../client/check-response.ts';
import type { OtcServer } from '../../client/otc-server.ts';
import type { TestRequest } from '../../client/send-request.ts';
import type { CaseGroup } from '../otc-case.ts';
import { invalidCredentials, jsonHeaders } from '../support/calls.ts';
import { expectStatus, expectVersion, expectWithout } from '../support/expect.ts';

/** A listing, whose members a case checks before it relies on them. */
interface ListingBody {
  readonly $schema?: unknown;
  readonly tools: readonly unknown[];
  readonly items?: unknown;
}

/** Returns the members of a value, which has none if it is not an object. */
function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value) as Readonly<Record<string, unknown>>;
}

async function list(server: OtcServer, request: Partial<TestRequest> = {}): Promise<ListingBody> {
  const response = await server.send({ path: '/tools', ...request });
  expectStatus(response, 200);
  return jsonBody('GET /tools', response) as ListingBody;
}

/** The listing of tools (OTC-LIST). */
export const listCases: CaseGroup = {
  title: 'List tools',
  cases: [
    {
      title: 'GET /tools returns 200 with a JSON object that contains an array of tools',
      requirements: ['OTC-LIST-01'],
      run: async (server) => {
        const { tools } = await list(server);
        ok(Array.isArray(tools), `tools: expected an array, got ${JSON.stringify(tools)}`);
      },
    },
    {
      title: 'a server without tools lists an empty array',
      requirements: ['OTC-LIST-02'],
      needs: ['empty'],
      run: async (server) => deepStrictEqual((await list(server)).tools, []),
    },
    {
      title: 'the listing names its version of the standard as a URI',
      requirements: ['OTC-LIST-03', 'OTC-SCHV-03'],
      grade: 'advised',
      run: async (server) => {
        const { $schema = null } = await list(server);
        expectVersion($schema);
      },
    },
    {
      title: 'every listed tool is a complete definition',
      requirements: ['OTC-LIST-04'],
      run: async (server) => {
        const { tools } = await list(server);
        for (const tool of tools) {
          const problem = server.schemas.list({ tools: [tool] });
          ok(problem === undefined, `${problem}: ${JSON.stringify(tool)}`);
        }
        const { length } = await server.tools();
        strictEqual(length, tools.length, `expected ${tools.length} tools with an ID, got ${length}`);
      },
    },
    {
      title: 'a listing has the same tools with the current $schema and without one',
      requirements: ['OTC-LIST-05', 'OTC-SCHV-04'],
      run: async (server) => {
        const named = { headers: jsonHeaders, body: '{"$schema":"otc://1.0"}' };
        const idsIn = ({ tools }: ListingBody): string[] => tools.map((tool) => String(membersOf(tool)['id'])).sort();
        deepStrictEqual(idsIn(await list(server, named)), idsIn(await list(server)));
      },
    },
    {
      title: 'a server that requires credentials shows no tools to unauthenticated callers',
      requirements: ['OTC-LIST-07', 'OTC-AUTH-06', 'OTC-AUTH-12'],
      needs: ['credentials'],
      run: async (server) => {
        const tools = await server.tools();
        for (const headers of invalidCredentials) {
          const response = await server.send({ path: '/tools', headers, anonymous: true });
          expectStatus(response, 401);
          expectWithout(response, ...tools.map((tool) => tool.id));
        }
      },
    },
    {
      title: 'two listings in a row are the same bytes',
      requirements: ['OTC-LIST-01'],
      grade: 'advised',
      run: async (server) => {
        const [first, second] = [await server.send({ path: '/tools' }), await server.send({ path: '/tools' })];
        strictEqual(second.text, first.text);
      },
    },
    {
      title: 'an unchanged listing is not sent again',
      requirements: ['OTC-LIST-01'],
      grade: 'advised',
      run: async (server) => {
        const { etag } = (await server.send({ path: '/tools' })).headers;
        ok(etag !== undefined, 'ETag header: expected one, got none');
        const again = await server.send({ path: '/tools', headers: { 'if-none-match': etag } });
        expectStatus(again, 304);
        strictEqual(again.bytes.length, 0);
      },
    },
    {
      title: 'items, if present, are the same tools with flat input schemas',
      requirements: ['OTC-LIST-01'],
      grade: 'advised',
      run: async (server) => {
        const { tools, items } = await list(server);
        if (items === undefined) return;
        const flat = tools.map(membersOf).map((tool) => ({
          ...tool,
          input_schema: membersOf(tool['input_schema'])['parameters'],
        }));
        deepStrictEqual(items, flat);
      },
    },
  ],
};
