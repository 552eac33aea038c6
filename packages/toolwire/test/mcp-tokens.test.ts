import { createHmac } from 'node:crypto';
import { inspect } from 'node:util';
import { jwt } from '@toolwire/auth/jwt';
import { defineTool, type ToolContext } from '@toolwire/core';
import { describe, expect, test, vi } from 'vitest';
import { toolwire } from '../src/index.ts';
import { hostRequest, recordingLogger, send } from './support.ts';

const secret = 's'.repeat(40);
const inAnHour = Math.floor(Date.now() / 1000) + 3600;

/** A token that is signed with the secret, or with another. */
function tokenOf(claims: object, key = secret): string {
  const parts = [{ alg: 'HS256', typ: 'JWT' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  return [...parts, createHmac('sha256', key).update(parts.join('.')).digest('base64url')].join('.');
}

const good = tokenOf({ sub: 'ada', aud: 'tools', exp: inAnHour });

/** A server of one tool, which hands out what it is given. */
function start() {
  const run = vi.fn((_input: unknown, _context: ToolContext) => 'ran');
  const tool = defineTool({ id: 'Session.Run', version: '1.0.0', description: 'Runs.', run });
  const { logger } = recordingLogger();
  const auth = jwt({ secret, audiences: ['tools'] });
  const server = toolwire({ tools: [tool], allowedHosts: ['tools.example'], logger, auth });
  const call = async (authorization?: string, query = '') => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'Session_Run' } };
    const headers = { host: 'tools.example', accept: 'application/json', ...(authorization && { authorization }) };
    return (await send(server, { ...hostRequest('POST', '/mcp', body, headers), query })).status;
  };
  return { call, run };
}

describe('a token of an MCP client', () => {
  test.each([
    ['that has expired', tokenOf({ sub: 'ada', aud: 'tools', exp: 1 })],
    ['that somebody else has signed', tokenOf({ sub: 'ada', aud: 'tools', exp: inAnHour }, 'x'.repeat(40))],
    ['that is none', 'garbage'],
  ])('%s gets a 401 (MCP-AUTH-04)', async (_what, token) => {
    const { call, run } = start();
    expect(await call(`Bearer ${token}`)).toBe(401);
    expect(await call(`Bearer ${good}`)).toBe(200);
    expect(run).toHaveBeenCalledTimes(1);
  });

  test('for another server gets a 401 (MCP-AUTH-03)', async () => {
    const { call, run } = start();
    expect(await call(`Bearer ${tokenOf({ sub: 'ada', aud: 'elsewhere', exp: inAnHour })}`)).toBe(401);
    expect(run).not.toHaveBeenCalled();
  });

  test('is not passed on to tools, which get the principal (MCP-AUTH-05)', async () => {
    const { call, run } = start();
    expect(await call(`Bearer ${good}`)).toBe(200);
    const [, context] = run.mock.calls[0] ?? [];
    expect(context?.principal?.id).toBe('ada');
    const reach = inspect(context, { depth: Number.POSITIVE_INFINITY, getters: true, showHidden: true });
    expect(reach).toContain('ada');
    expect(reach).not.toContain(good);
    expect(context?.token('bearer')).toBeUndefined();
  });

  test.each(['access_token', 'token', 'authorization'])(
    'is not read from the query: %s (MCP-AUTH-06)',
    async (name) => {
      const { call, run } = start();
      expect(await call(undefined, `${name}=${good}`)).toBe(401);
      expect(await call(undefined, `${name}=Bearer%20${good}`)).toBe(401);
      expect(run).not.toHaveBeenCalled();
    },
  );
});
