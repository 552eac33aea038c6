import type { ToolInfo } from '@toolwire/core';
import type { HttpResponse, ToolPage } from '@toolwire/core/wire';
import { describe, expect, test } from 'vitest';
import { type OtcOptions, otc } from '../src/index.ts';
import { bodyOf, requestOf } from './requests.ts';

const add: ToolInfo = {
  id: 'Calculator.Add',
  version: '1.0.0',
  name: 'Calculator_Add',
  description: 'Adds two numbers together.',
  inputSchema: { type: 'object', properties: { a: { type: 'number', description: 'The first number to add.' } } },
  outputSchema: null,
  requirements: { userId: true, secrets: [{ id: 'KEY' }] },
};

function lister(options?: OtcOptions) {
  const route = otc(options).routes.find(({ op }) => op === 'list');
  return async (
    page: ToolPage,
    headers: Record<string, string> = {},
    query = '',
    body?: unknown,
  ): Promise<HttpResponse> => {
    const exchange = await route?.accept(requestOf({ ok: true, value: body }, headers, query));
    if (exchange?.op === 'list') return exchange.reply(page);
    if (exchange?.op === 'answer') return exchange.response;
    throw new Error('The listing was not answered');
  };
}

describe('the listing', () => {
  test('OTC-LIST-01, OTC-DEF-01 to 14 writes complete definitions', async () => {
    const response = await lister({ items: false })({ tools: [add] });
    expect(bodyOf(response)).toEqual({
      $schema: 'otc://1.0',
      tools: [
        {
          id: 'Calculator.Add@1.0.0',
          name: 'Calculator_Add',
          description: 'Adds two numbers together.',
          version: '1.0.0',
          input_schema: { parameters: add.inputSchema },
          output_schema: null,
          requirements: { secrets: [{ id: 'KEY' }], user_id: true },
        },
      ],
    });
  });

  test('OTC-SCHV-06 has a separate error message, because it is not a call', async () => {
    const response = await lister()({ tools: [add] }, {}, '?$schema=not a URI');
    const { message, developer_message } = bodyOf(response);
    expect([message, developer_message]).toEqual([
      'The request could not be read',
      '"$schema" must be a URI such as otc://1.0',
    ]);
  });

  test('OTC-LIST-02 of no tools has an empty list', async () => {
    expect(bodyOf(await lister()({ tools: [] }))).toEqual({ $schema: 'otc://1.0', tools: [], items: [] });
  });

  test('E13, E14 lists the tools under "items" too, with flat parameters', async () => {
    expect(bodyOf(await lister()({ tools: [add] }))['items']).toMatchObject([{ input_schema: add.inputSchema }]);
  });

  test('is sent from a cache, or as 304 to a caller that has it', async () => {
    const list = lister();
    const page = { tools: [add] };
    const first = await list(page);
    expect((await list(page)).body).toBe(first.body);
    const etag = first.headers['etag'] ?? '';
    expect(await list(page, { 'if-none-match': `"other", ${etag}` })).toMatchObject({ status: 304 });
    expect((await list({ tools: [] })).headers['etag']).not.toBe(etag);
  });

  test('OTC-LIST-05 reads $schema from the body, the query or a header, in that order', async () => {
    const list = lister();
    const withBody = { 'content-length': '10' };
    expect(bodyOf(await list({ tools: [] }, withBody, '', { $schema: 'urn:oxp:1.0' }))['$schema']).toBe('urn:oxp:1.0');
    expect((await list({ tools: [] }, {}, '$schema=otc%3A%2F%2F9.9')).status).toBe(400);
    expect((await list({ tools: [] }, withBody, '$schema=otc%3A%2F%2F9.9', { $schema: 'otc://1.0' })).status).toBe(200);
    expect((await list({ tools: [] }, withBody, '', ['otc://1.0'])).status).toBe(400);
    expect((await list({ tools: [] }, { 'otc-version': '9.9' })).status).toBe(400);
  });

  test('marks a deprecated version', async () => {
    const response = await lister()({
      tools: [{ ...add, deprecation: { since: '2026-01-01', successor: 'Calculator.Add@2.0.0' } }],
    });
    const [tool] = bodyOf(response)['tools'] as [{ description: string; input_schema: { parameters: object } }];
    expect(tool.description).toMatch(
      /^Adds two numbers together\. \[Deprecated since 2026-01-01; use Calculator\.Add@2\.0\.0/,
    );
    expect(tool.input_schema.parameters).toMatchObject({ deprecated: true });
  });
});
