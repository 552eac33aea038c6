import { noContextValues, type ToolDefinition } from '@toolwire/core';
import type { ToolPage } from '@toolwire/core/wire';
import manifest from '@toolwire/mcp/package.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import { createPageOf } from '../src/tools/tool-index.ts';
import { createEndpoint, legacy, modern, type TestEndpoint } from './support/http.ts';
import { legacyRevisions, type Revision } from './support/schemas.ts';
import { createTestService } from './support/service.ts';
import { add, echo, silent, tool } from './support/tools.ts';

const revisions: readonly Revision[] = [...legacyRevisions, '2026-07-28'];

type Listed = { readonly name: string } & Readonly<Record<string, unknown>>;

async function list(endpoint: TestEndpoint, revision: Revision = '2026-07-28', params: Record<string, unknown> = {}) {
  const request = revision === '2026-07-28' ? modern('tools/list', params) : legacy(revision, 'tools/list', params);
  const answer = await endpoint.post(...request);
  return { ...answer, tools: (answer.message.result?.['tools'] ?? []) as readonly Listed[] };
}

async function names(endpoint: TestEndpoint): Promise<readonly string[]> {
  return (await list(endpoint)).tools.map(({ name }) => name);
}

describe('a tool', () => {
  const endpoint = createEndpoint(createTestService([add, silent]));
  const inputSchema = add.input;
  const hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  const described = { name: 'Calculator_Add', description: 'Adds two numbers.', inputSchema };
  const annotated = { ...described, annotations: { title: 'Add two numbers', ...hints } };
  const structured = {
    ...annotated,
    title: 'Add two numbers',
    outputSchema: { type: 'object', properties: { result: { type: 'number' } }, required: ['result'] },
    _meta: { 'com.example/team': 'math', 'org.opentoolcalling/tool': { id: 'Calculator.Add', version: '1.0.0' } },
  };

  test.each([
    ['2024-11-05', described],
    ['2025-03-26', annotated],
    ['2025-06-18', structured],
    ['2025-11-25', { ...structured, icons: add.icons }],
    ['2026-07-28', { ...structured, icons: add.icons, outputSchema: { type: 'number' } }],
  ] as const)('is listed in %s with the supported fields only', async (revision, expected) => {
    const { tools } = await list(endpoint, revision);
    expect(tools[0]).toEqual(expected);
  });

  test('without an output, or with any output, has no output schema', async () => {
    const { tools } = await list(createEndpoint(createTestService([silent, echo])));
    for (const one of tools) expect(one).not.toHaveProperty('outputSchema');
  });

  test('does not mention tasks on a server without them', async () => {
    const long = tool('Test.Long', () => 1, { taskSupport: 'optional' });
    const { tools } = await list(createEndpoint(createTestService([long])), '2025-11-25');
    expect(tools[0]).not.toHaveProperty('execution');
  });

  test('lists its requirements', async () => {
    const requirements = {
      authorization: [{ id: 'google', oauth2: { scopes: ['mail'] } }],
      secrets: [{ id: 'KEY' }],
      userId: true,
    };
    const { tools } = await list(createEndpoint(createTestService([tool('Mail.Send', () => 1, { requirements })])));
    const needs = { ...requirements, userId: undefined, user_id: true };
    expect(tools[0]?.['_meta']).toEqual({
      'org.opentoolcalling/tool': { id: 'Mail.Send', version: '1.0.0', requirements: needs },
      arcade: { requirements: needs },
    });
  });

  test('lists its deprecation', async () => {
    const old = tool('Test.Old', () => 1, { deprecation: { since: '2026-01-01', successor: 'Test.New' } });
    const { tools } = await list(createEndpoint(createTestService([old])));
    expect(tools[0]?.['description']).toMatch(/^Does Test\.Old\. \[Deprecated since 2026-01-01; use Test\.New/);
  });

  test('has an object as input, whatever its schema (MCP-LIST-03)', async () => {
    const input = { anyOf: [{ required: ['a'] }, { required: ['b'] }], properties: { a: true, b: false } };
    const loose = { ...tool('Test.Loose', () => 1), input };
    const endpointOf = createEndpoint(createTestService([loose]), { schemas: 'written' });
    const schemaIn = async (revision: Revision) => (await list(endpointOf, revision)).tools[0]?.['inputSchema'];
    expect(await schemaIn('2026-07-28')).toMatchObject({ ...input, type: 'object' });
    expect(await schemaIn('2024-11-05')).toMatchObject({ type: 'object', properties: { a: {}, b: { not: {} } } });
  });

  test('has an output of object properties in the revisions that require them', async () => {
    const output = { type: 'object', properties: { a: true, b: false, c: { type: 'string' } } };
    const endpointOf = createEndpoint(createTestService([{ ...tool('Test.Loose', () => ({})), output }]));
    const schemaIn = async (revision: Revision) => (await list(endpointOf, revision)).tools[0]?.['outputSchema'];
    expect(await schemaIn('2026-07-28')).toEqual(output);
    const withObjects = { ...output, properties: { ...output.properties, a: {}, b: { not: {} } } };
    expect([await schemaIn('2025-06-18'), await schemaIn('2025-11-25')]).toEqual([withObjects, withObjects]);
  });

  test('keeps every keyword of JSON Schema 2020-12 if schemas are listed as written', async () => {
    const input = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: { part: { $anchor: 'part', type: 'string' } },
      properties: { a: { $ref: '#part' }, b: { prefixItems: [{ type: 'number' }] } },
      if: { required: ['a'] },
      else: { maxProperties: 0 },
      additionalProperties: false,
    };
    const [one] = createTestService([add]).page().tools;
    const page = { tools: one === undefined ? [] : [{ ...one, inputSchema: input }] };
    const endpointOf = createEndpoint({ ...createTestService([]), page: () => page }, { schemas: 'written' });
    const { tools } = await list(endpointOf);
    expect(tools[0]?.['inputSchema']).toEqual(input);
  });
});

describe('the listing', () => {
  const version = (number: string, more: Partial<ToolDefinition> = {}): ToolDefinition => ({
    ...add,
    version: number,
    ...more,
  });
  const versions = [version('1.0.0'), version('1.10.0'), version('1.9.0')];

  test('contains the latest version of each tool, under its name', async () => {
    const service = createTestService([...versions, echo]);
    expect(await names(createEndpoint(service))).toEqual(['Calculator_Add', 'Test_Echo']);
    const { message } = await createEndpoint(service).post(...modern('tools/call', { name: 'Calculator_Add-1_0_0' }));
    expect(message.error?.message).toMatch(/^Unknown tool/);
    await createEndpoint(service).post(...modern('tools/call', { name: 'Calculator_Add', arguments: { a: 1, b: 2 } }));
    expect(service.calls.at(-1)?.toolId).toBe('Calculator.Add@1.10.0');
  });

  test('may contain earlier versions, under stable names', async () => {
    const service = createTestService(versions);
    const endpoint = createEndpoint(service, { versions: 'all' });
    expect(await names(endpoint)).toEqual(['Calculator_Add-1_0_0', 'Calculator_Add-1_9_0', 'Calculator_Add']);
    for (const [name, toolId] of [
      ['Calculator_Add-1_0_0', 'Calculator.Add@1.0.0'],
      ['Calculator_Add', 'Calculator.Add@1.10.0'],
      ['Calculator_Add-1_10_0', 'Calculator.Add@1.10.0'],
    ] as const) {
      await endpoint.post(...modern('tools/call', { name, arguments: { a: 1, b: 2 } }));
      expect(service.calls.at(-1)?.toolId).toBe(toolId);
    }
  });

  test('contains names of at most 64 characters, which are distinct and stable', async () => {
    const long = (last: string) => ({ name: `${'N'.repeat(63)}${last}`, id: `Long.${last}` });
    const all = [
      version('1.0.0', long('a')),
      version('1.1.0', long('a')),
      version('1.0.0', long('b')),
      version('1.1.0', long('b')),
      version('9007199254740991.9007199254740991.9007199254740990', long('c')),
      version('9007199254740991.9007199254740991.9007199254740991', long('c')),
      version('1.0.0', { name: 'N'.repeat(58), id: 'Long.d' }),
      version('1.1.0', { name: 'N'.repeat(58), id: 'Long.d' }),
    ];
    const service = createTestService(all);
    const endpoint = createEndpoint(service, { versions: 'all' });
    const listed = await names(endpoint);
    expect(new Set(listed).size).toBe(8);
    expect(listed.filter((name) => !/^[A-Za-z0-9_-]{1,64}$/.test(name))).toEqual([]);
    const [first = ''] = listed;
    expect(first).toMatch(/^N{47}_[a-z0-9]{10}-1_0_0$/);
    expect(listed).toContain(`${'N'.repeat(58)}-1_0_0`);
    const alone = createEndpoint(createTestService(all.slice(0, 2)), { versions: 'all' });
    expect((await names(alone))[0]).toBe(first);
    await endpoint.post(...modern('tools/call', { name: first, arguments: { a: 1, b: 2 } }));
    expect(service.calls.at(-1)?.toolId).toBe('Long.a@1.0.0');
  });

  test('never gives a version the name of another tool', async () => {
    const lookAlike = { ...echo, name: 'Calculator_Add-1_0_0' };
    const service = createTestService([version('1.0.0'), version('2.0.0'), lookAlike]);
    const endpoint = createEndpoint(service, { versions: 'all' });
    const listed = await names(endpoint);
    expect(listed).toEqual([
      expect.stringMatching(/^Calculator_Add_[a-z0-9]{10}-1_0_0$/),
      'Calculator_Add',
      'Calculator_Add-1_0_0',
    ]);
    for (const [name, toolId] of [
      [listed[0], 'Calculator.Add@1.0.0'],
      ['Calculator_Add-1_0_0', 'Test.Echo@1.0.0'],
    ] as const) {
      await endpoint.post(...modern('tools/call', { name, arguments: { a: 1, b: 2 } }));
      expect(service.calls.at(-1)?.toolId).toBe(toolId);
    }
  });

  test('is empty without tools (MCP-LIST-01)', async () => {
    for (const revision of revisions) {
      expect((await list(createEndpoint(createTestService([])), revision)).tools).toEqual([]);
    }
  });

  test('is encoded once, and again when the tools change', async () => {
    const service = createTestService([echo]);
    const endpoint = createEndpoint(service);
    const first = await endpoint.open(...modern('tools/list'));
    const again = await endpoint.open(...modern('tools/list'));
    expect(again.body).toEqual(first.body);
    service.replace([echo, add]);
    expect(await names(endpoint)).toEqual(['Test_Echo', 'Calculator_Add']);
  });

  test('has a cache lifetime and scope: private where callers are distinguished (MCP-LIST-06)', async () => {
    const endpoint = createEndpoint(createTestService([add]), { ttlMs: 60_000 });
    const { message } = await list(endpoint);
    expect(message.result).toMatchObject({ ttlMs: 60_000, cacheScope: 'public', resultType: 'complete' });
    const [value, options] = modern('tools/list');
    const own = await endpoint.post(value, { ...options, principal: { id: 'ada' } });
    expect(own.message.result).toMatchObject({ cacheScope: 'private' });
    const strange = await endpoint.post(value, { ...options, isCallerKnown: false });
    expect(strange.message.result).toMatchObject({ cacheScope: 'private' });
    expect((await list(endpoint, '2025-11-25')).message.result).not.toHaveProperty('ttlMs');
  });

  test('contains what its caller may see', async () => {
    const service = createTestService([...versions, echo], {
      visible: ({ id, version: number }, principal) =>
        id === 'Test.Echo' || (principal?.id === 'ada' && number !== '1.10.0'),
    });
    const endpoint = createEndpoint(service);
    expect(await names(endpoint)).toEqual(['Test_Echo']);
    const [value, options] = modern('tools/list');
    const ada = await endpoint.post(value, { ...options, principal: { id: 'ada' } });
    expect(((ada.message.result?.['tools'] ?? []) as Listed[]).map(({ name }) => name)).toEqual([
      'Calculator_Add',
      'Test_Echo',
    ]);
    const [call, callOptions] = modern('tools/call', { name: 'Calculator_Add', arguments: { a: 1, b: 2 } });
    await endpoint.post(call, { ...callOptions, principal: { id: 'ada' } });
    expect(service.calls.at(-1)?.toolId).toBe('Calculator.Add@1.9.0');
    const hidden = await endpoint.post(call, callOptions);
    expect(hidden.message.error?.message).toMatch(/^Unknown tool: 'Calculator_Add'\. Call tools\/list/);
  });
});

describe('pages with the same tools', () => {
  const tools = createTestService([add, echo]).page().tools;

  test('are deduplicated, so that caches stay valid', () => {
    const cachePage = createCachePage();
    const page = { tools };
    expect(cachePage(page)).toBe(page);
    expect(cachePage(page)).toBe(page);
    expect(cachePage({ tools: [...tools] })).toBe(page);
    const part = { tools: tools.slice(1) };
    expect(cachePage(part)).toBe(part);
    expect(cachePage({ tools: tools.slice(1) })).toBe(part);
    const reversed = { tools: [...tools].reverse() };
    expect(cachePage(reversed)).toBe(reversed);
    expect(cachePage({ tools: [] })).toEqual({ tools: [] });
  });

  test('are evicted at the limit', () => {
    const cachePage = createCachePage();
    const page = { tools };
    cachePage(page);
    for (let count = 0; count < 100; count++) {
      cachePage({ tools: Array.from({ length: count + 3 }, () => tools[0] ?? missing()) });
    }
    const again = { tools: [...tools] };
    expect(cachePage(again)).toBe(again);
  });

  function createCachePage(): (page: ToolPage) => unknown {
    const pageOf = createPageOf();
    return (page) => pageOf({ service: { page: () => page }, values: noContextValues });
  }

  function missing(): never {
    throw new Error('No tools');
  }
});

describe('a page of the listing', () => {
  const tools = ['A', 'B', 'C', 'D', 'E'].map((letter) => tool(`Test.${letter}`, () => 1));

  test.each(revisions)('leads to the next page up to the last tool, in %s', async (revision) => {
    const endpoint = createEndpoint(createTestService(tools), { pageSize: 2 });
    const pages: (readonly string[])[] = [];
    let cursor: unknown;
    do {
      const page = await list(endpoint, revision, cursor === undefined ? {} : { cursor });
      pages.push(page.tools.map(({ name }) => name));
      cursor = page.message.result?.['nextCursor'];
    } while (cursor !== undefined);
    expect(pages).toEqual([['Test_A', 'Test_B'], ['Test_C', 'Test_D'], ['Test_E']]);
  });

  test.each(['', 'x', 'Test_X', 7, null, {}, []])('rejects an unknown cursor: %j', async (cursor) => {
    const endpoint = createEndpoint(createTestService(tools), { pageSize: 2 });
    const { status, message } = await list(endpoint, '2026-07-28', { cursor });
    expect([status, message.error?.code]).toEqual([200, -32602]);
    expect(message.error?.message).toContain('Request the first page again');
  });

  test('is found by its first tool until that tool is removed, whatever other tools are added or removed', async () => {
    const service = createTestService(tools);
    const endpoint = createEndpoint(service, { pageSize: 2 });
    const cursor = (await list(endpoint)).message.result?.['nextCursor'];
    for (const changed of [tools.slice(1), [tool('Test.AB', () => 1), ...tools]]) {
      service.replace(changed);
      const page = await list(endpoint, '2026-07-28', { cursor });
      expect(page.tools.map(({ name }) => name)).toEqual(['Test_C', 'Test_D']);
    }
    service.replace(tools.filter(({ id }) => id !== 'Test.C'));
    expect((await list(endpoint, '2026-07-28', { cursor })).message.error?.code).toBe(-32602);
  });

  test('contains all tools by default', async () => {
    const { message } = await list(createEndpoint(createTestService(tools)));
    expect(message.result).not.toHaveProperty('nextCursor');
    expect(message.result?.['tools']).toHaveLength(5);
  });
});

describe('server/discover', () => {
  test('returns the supported version and the capabilities (MCP-DISC-01, MCP-LIST-01)', async () => {
    const endpoint = createEndpoint(createTestService([]), { instructions: 'Ask.', ttlMs: 5 });
    const { message } = await endpoint.post(...modern('server/discover'));
    expect(message.result).toEqual({
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: { listChanged: true }, logging: {} },
      instructions: 'Ask.',
      ttlMs: 5,
      cacheScope: 'public',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'toolwire', version: manifest.version } },
    });
    const quiet = createEndpoint(createTestService([]), { logging: false });
    expect((await quiet.post(...modern('server/discover'))).message.result).toMatchObject({
      capabilities: { tools: { listChanged: true } },
    });
  });
});
