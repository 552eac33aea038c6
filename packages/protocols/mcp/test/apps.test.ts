import type { ToolDefinition, ToolUi } from '@toolwire/core';
import { describe, expect, test, vi } from 'vitest';
import { defineResource, type McpOptions } from '../src/index.ts';
import { createEndpoint, legacy, modern, type TestEndpoint } from './support/http.ts';
import { legacyRevisions, type Revision } from './support/schemas.ts';
import { createTestService } from './support/service.ts';
import { add, tool } from './support/tools.ts';

const revisions: readonly Revision[] = [...legacyRevisions, '2026-07-28'];
const html = '<!doctype html><title>Board</title>';
const csp = { connectDomains: ['https://api.example.com'], resourceDomains: ['https://*.example.com'] };

function withPage(ui: ToolUi, id = 'Weather.Show'): ToolDefinition {
  return tool(id, () => ({ degrees: 7 }), { ui });
}

function endpointOf(tools: readonly ToolDefinition[], options: McpOptions = {}): TestEndpoint {
  return createEndpoint(createTestService(tools), options);
}

function request(revision: Revision, method: string, params: Record<string, unknown> = {}) {
  return revision === '2026-07-28' ? modern(method, params) : legacy(revision, method, params);
}

async function metaIn(endpoint: TestEndpoint, revision: Revision = '2026-07-28') {
  const { message } = await endpoint.post(...request(revision, 'tools/list'));
  const [first] = (message.result?.['tools'] ?? []) as readonly {
    readonly _meta?: Readonly<Record<string, unknown>>;
  }[];
  return first?._meta;
}

async function read(endpoint: TestEndpoint, uri: string, revision: Revision = '2026-07-28') {
  return (await endpoint.post(...request(revision, 'resources/read', { uri }))).message;
}

describe('the UI of a tool', () => {
  const uri = 'ui://tools/Weather.Show/1.0.0';

  test.each(['2025-06-18', '2025-11-25', '2026-07-28'] as const)(
    'is listed in the current and the older metadata key, in %s (MCP-APP-02)',
    async (revision) => {
      const endpoint = endpointOf([withPage({ html })]);
      expect(await metaIn(endpoint, revision)).toMatchObject({ ui: { resourceUri: uri }, 'ui/resourceUri': uri });
      expect((await read(endpoint, uri, revision)).result).toHaveProperty('contents');
    },
  );

  test.each(revisions)('is read as HTML, in %s (MCP-APP-01)', async (revision) => {
    const { result } = await read(endpointOf([withPage({ html })]), uri, revision);
    expect(result?.['contents']).toMatchObject([{ uri, mimeType: 'text/html;profile=mcp-app', text: html }]);
  });

  test('includes its CSP and permissions in the listing and the content', async () => {
    const endpoint = endpointOf([
      withPage({ html, csp, permissions: ['camera', 'clipboardWrite'], prefersBorder: true }),
    ]);
    const ui = { csp, permissions: { camera: {}, clipboardWrite: {} }, prefersBorder: true };
    expect((await read(endpoint, uri)).result).toMatchObject({ contents: [{ _meta: { ui } }] });
    const { message } = await endpoint.post(...modern('resources/list'));
    expect(message.result?.['resources']).toEqual([
      {
        uri,
        name: 'Weather_Show',
        description: 'The page that shows results of Weather_Show',
        mimeType: 'text/html;profile=mcp-app',
        _meta: { ui },
      },
    ]);
  });

  test('may come from a function, whose errors reveal no details', async () => {
    expect((await read(endpointOf([withPage({ html: async () => html })]), uri)).result).toMatchObject({
      contents: [{ text: html }],
    });
    const broken = withPage({ html: () => Promise.reject(new Error('ENOENT /srv/board.html')) });
    const { error } = await read(endpointOf([broken]), uri);
    expect(error).toEqual({ code: -32603, message: 'The page of Weather_Show failed unexpectedly' });
  });

  test('may be shared by tools with the same URI', async () => {
    const shared = 'ui://weather/board';
    const endpoint = endpointOf([
      withPage({ uri: shared }, 'Weather.Now'),
      withPage({ uri: shared, html }, 'Weather.Soon'),
    ]);
    expect(await metaIn(endpoint)).toMatchObject({ ui: { resourceUri: shared } });
    expect((await read(endpoint, shared)).result).toMatchObject({ contents: [{ text: html }] });
  });

  test('may be a defined resource', async () => {
    const page = defineResource({
      uri: 'ui://own/page',
      name: 'page',
      mimeType: 'text/html;profile=mcp-app',
      text: html,
    });
    const warn = vi.fn<() => void>();
    const endpoint = endpointOf([withPage({ uri: page.uri })], { resources: [page], logger: { warn } });
    expect((await read(endpoint, page.uri)).result).toMatchObject({ contents: [{ text: html }] });
    expect(warn).not.toHaveBeenCalled();
  });

  test('is logged if it is missing (MCP-APP-02)', async () => {
    const warn = vi.fn<() => void>();
    const endpoint = endpointOf([withPage({ uri: 'ui://no/where' })], { logger: { warn } });
    await endpoint.post(...modern('server/discover'));
    expect(warn).toHaveBeenCalledWith({ toolId: 'Weather.Show@1.0.0' }, expect.stringContaining("'ui://no/where'"));
  });

  test('is logged once if it is missing, for callers who see different tools (MCP-APP-02)', async () => {
    const warn = vi.fn<() => void>();
    const service = createTestService([withPage({ uri: 'ui://no/where' }), add], {
      visible: ({ id }, principal) => id === 'Weather.Show' || principal?.id === 'ada',
    });
    const endpoint = createEndpoint(service, { logger: { warn } });
    const [value, options] = modern('server/discover');
    await endpoint.post(value, options);
    await endpoint.post(value, { ...options, principal: { id: 'ada' } });
    expect(warn).toHaveBeenCalledOnce();
  });

  test('is visible only to callers who may see its tool', async () => {
    const service = createTestService([withPage({ html })], { visible: (_tool, principal) => principal?.id === 'ada' });
    const [value, options] = modern('resources/read', { uri });
    const endpoint = createEndpoint(service);
    expect((await endpoint.post(value, options)).message.error?.code).toBe(-32601);
    expect((await endpoint.post(value, { ...options, principal: { id: 'ada' } })).message.result).toBeDefined();
  });

  test('depends on the client that its tool is visible to, and is cached only by it (MCP-LIST-06)', async () => {
    const service = createTestService([withPage({ html })], {
      visible: (_tool, _principal, client) => client?.canAsk('roots') === true,
    });
    const endpoint = createEndpoint(service);
    const capabilities = { roots: {} };
    const { message } = await endpoint.post(...modern('resources/read', { uri }, { capabilities }));
    expect(message.result).toMatchObject({ contents: [{ text: html }], cacheScope: 'private' });
    const clientInfo = { name: 'editor', version: '1' };
    for (const [declared, isListed] of [
      [capabilities, true],
      [{}, false],
    ] as const) {
      const params = { protocolVersion: '2025-11-25', capabilities: declared, clientInfo };
      const begun = await endpoint.post({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
      expect(Object.hasOwn(Object(begun.message.result?.['capabilities']) as object, 'resources')).toBe(isListed);
    }
  });

  test('is added and removed with its tool', async () => {
    const service = createTestService([withPage({ html })]);
    const endpoint = createEndpoint(service);
    expect((await read(endpoint, uri)).result).toBeDefined();
    service.replace([add]);
    expect((await read(endpoint, uri)).error?.code).toBe(-32601);
  });
});

describe('a tool', () => {
  test('may be visible only to its UI', async () => {
    expect(await metaIn(endpointOf([withPage({ visibility: ['app'] })]))).toMatchObject({
      ui: { visibility: ['app'] },
    });
  });

  test('without a UI declares no UI, and neither does its server', async () => {
    const endpoint = endpointOf([add]);
    expect(await metaIn(endpoint)).not.toHaveProperty('ui');
    const { message } = await endpoint.post(...modern('server/discover'));
    expect(message.result?.['capabilities']).not.toHaveProperty('extensions');
  });

  test('with a UI makes its server announce the extension and resources', async () => {
    const { message } = await endpointOf([withPage({ html })]).post(...modern('server/discover'));
    expect(message.result?.['capabilities']).toMatchObject({
      resources: {},
      extensions: { 'io.modelcontextprotocol/ui': {} },
    });
  });
});
