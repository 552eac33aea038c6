import { extractWWWAuthenticateParams as readByClient2 } from '@modelcontextprotocol/client';
import { extractWWWAuthenticateParams as readByClient1 } from '@modelcontextprotocol/sdk/client/auth.js';
import { describe, expect, test } from 'vitest';
import { filesServer, readerToken } from '../src/challenges/files-server.ts';
import { parametersOf, textChallenges } from '../src/challenges/text-challenges.ts';

const metadata = 'https://mcp.example.com/.well-known/oauth-protected-resource';
const reader = { token: readerToken };
const chatGpt = { userAgent: 'openai-mcp/1.0.0' };
const call = (toolId: string) => ({ name: toolId.replace('.', '_'), arguments: {} });
const challengeOf = ({ headers }: Response): string => headers.get('www-authenticate') ?? '';

describe.each(textChallenges)('MCP $revision', ({ revision, unauthorized, forbidden }) => {
  const { ask } = filesServer();
  const open = filesServer({ anonymous: true });

  test('sends a 401 with the authorization server and the scopes (MCP-AUTH-02)', async () => {
    const answer = await ask(revision, 'tools/call', call('Files.Read'));
    expect([answer.status, challengeOf(answer)]).toEqual([401, unauthorized]);
    const mixed = await open.ask(revision, 'tools/call', call('Files.Read'));
    expect([mixed.status, challengeOf(mixed)]).toEqual([401, unauthorized]);
  });

  test('sends a 403 as in the spec, except for free text', async () => {
    const answer = await ask(revision, 'tools/call', call(forbidden.tool), reader);
    const { error_description: _words, ...parameters } = parametersOf(forbidden.challenge);
    expect([answer.status, parametersOf(challengeOf(answer))]).toEqual([403, parameters]);
  });

  test.each([
    ['newer', readByClient2],
    ['older', readByClient1],
  ])('is parsed correctly by the %s official client, also next to API keys', async (_, read) => {
    for (const { ask: send } of [filesServer(), filesServer({ takesKeys: true })]) {
      const missing = await send(revision, 'tools/call', call('Files.Read'));
      expect(read(missing)).toEqual({ resourceMetadataUrl: new URL(metadata), scope: 'files:read' });
      const lacking = await send(revision, 'tools/call', call('Files.Share'), reader);
      expect(read(lacking)).toEqual({
        resourceMetadataUrl: new URL(metadata),
        scope: 'files:read files:write user:profile',
        error: 'insufficient_scope',
      });
    }
  });

  test('sends ChatGPT a result with a message and a challenge that its own parser accepts', async () => {
    const answers = {
      missing: await open.ask(revision, 'tools/call', call('Files.Write'), chatGpt),
      lacking: await open.ask(revision, 'tools/call', call('Files.Write'), { ...chatGpt, ...reader }),
    };
    const scopes = { missing: 'files:read files:write', lacking: 'files:write' };
    const words = {
      missing: "Tool 'Files_Write' requires an authenticated caller",
      lacking: "Tool 'Files_Write' needs the scope 'files:write'",
    };
    for (const which of ['missing', 'lacking'] as const) {
      expect([answers[which].status, challengeOf(answers[which])]).toEqual([200, '']);
      const { result } = (await answers[which].json()) as { result: { _meta: Record<string, string[]> } };
      const [challenge = '', ...more] = result._meta['mcp/www_authenticate'] ?? [];
      expect(result).toMatchObject({ content: [{ type: 'text', text: words[which] }], isError: true });
      expect([parametersOf(challenge), more]).toEqual([
        {
          error: 'insufficient_scope',
          error_description: words[which],
          resource_metadata: metadata,
          scope: scopes[which],
        },
        [],
      ]);
    }
  });

  test('lists the security schemes of each tool in both places that ChatGPT reads', async () => {
    const answer = await open.ask(revision, 'tools/list', {}, chatGpt);
    const { result } = (await answer.json()) as {
      result: { tools: { name: string; securitySchemes: unknown; _meta: Record<string, unknown> }[] };
    };
    const oauth2 = (...scopes: string[]) => [{ type: 'oauth2', scopes }];
    const needed = {
      Files_About: [{ type: 'noauth' }],
      Files_Read: oauth2('files:read'),
      Files_Share: oauth2('files:read', 'files:write', 'user:profile'),
      Files_Write: oauth2('files:write'),
    };
    expect(Object.fromEntries(result.tools.map(({ name, securitySchemes }) => [name, securitySchemes]))).toEqual(
      needed,
    );
    expect(Object.fromEntries(result.tools.map(({ name, _meta }) => [name, _meta['securitySchemes']]))).toEqual(needed);
  });

  test('responds to bad tokens with an HTTP error for every client, because nothing else of the request is read (MCP-AUTH-04)', async () => {
    for (const caller of [{}, chatGpt]) {
      for (const server of [filesServer(), open]) {
        const answer = await server.ask(revision, 'tools/call', call('Files.About'), { ...caller, token: 'nobody' });
        expect([answer.status, challengeOf(answer)]).toEqual([
          401,
          `${unauthorized}, error="invalid_token", error_description="The access token is not accepted"`,
        ]);
        for (const read of [readByClient1, readByClient2]) {
          expect(read(answer)).toMatchObject({
            resourceMetadataUrl: new URL(metadata),
            scope: 'files:read',
            error: 'invalid_token',
          });
        }
      }
    }
  });
});

test('Claude Code finds the authorization server without a challenge (MCP-AUTH-01)', async () => {
  const answer = await filesServer().get('/.well-known/oauth-protected-resource');
  expect([answer.status, await answer.json()]).toEqual([
    200,
    {
      resource: 'https://mcp.example.com',
      authorization_servers: ['https://auth.example.com'],
      scopes_supported: ['files:read'],
      bearer_methods_supported: ['header'],
    },
  ]);
});
