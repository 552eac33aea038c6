import { expect, test } from 'vitest';
import { readArcadeTool } from '../src/target/arcade-tool.ts';
import { readMcpTool } from '../src/target/mcp-target.ts';

const github = { id: 'github', oauth2: { scopes: ['repo'] } };

const listed = {
  MCP: (requirements: object) =>
    readMcpTool({ name: 'A_B', _meta: { 'org.opentoolcalling/tool': { id: 'A.B', version: '1.0.0', requirements } } }),
  Arcade: ({ authorization: [provider] }: { readonly authorization: readonly object[] }) => {
    const authorization = { ...provider, provider_id: 'github', id: null };
    return readArcadeTool({ fully_qualified_name: 'A.B', name: 'B', requirements: { authorization } });
  },
};

test.each(Object.entries(listed))('the scopes of a token are read over %s', (_wire, read) => {
  expect(read({ authorization: [github] }).requirements).toEqual({ authorization: [github] });
});

test('a requirement without an ID is not read over MCP', () => {
  expect(listed.MCP({ authorization: [{}], secrets: [{ id: 'KEY' }] }).requirements).toEqual({
    authorization: [],
    secrets: [{ id: 'KEY' }],
  });
});
