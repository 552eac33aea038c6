import type { INestApplication, ModuleMetadata } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test, type TestingModuleBuilder } from '@nestjs/testing';
import { mcp } from '@toolwire/mcp';
import { otc } from '@toolwire/otc';
import { createToolServer, silentLogger, type ToolServer } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { type NestRequest, ToolsModule, type ToolsModuleOptions } from '../src/index.ts';

export const platforms = [
  { name: 'Express', createAdapter: () => new ExpressAdapter() },
  { name: 'Fastify', createAdapter: () => new FastifyAdapter() },
] as const;

/** The user that the sign-in of a test puts on the request. */
export interface User {
  readonly id: string;
  readonly roles: readonly string[];
}

export const serve = (tools: Parameters<ToolsModuleOptions['server']>[0]): ToolServer =>
  createToolServer({ tools, wires: [otc(), mcp()], validator: ajv(), logger: silentLogger });

export const principalOf = ({ user }: NestRequest): { readonly id: string } | undefined =>
  user === undefined ? undefined : { id: (user as User).id };

export const tools = (options: Partial<ToolsModuleOptions> = {}): ReturnType<typeof ToolsModule.forRoot> =>
  ToolsModule.forRoot({ server: serve, principal: principalOf, ...options });

/** Starts an app, and returns its URL. Closes it after the test. */
export async function start(
  { createAdapter }: (typeof platforms)[number],
  metadata: ModuleMetadata,
  configure: {
    readonly module?: (builder: TestingModuleBuilder) => TestingModuleBuilder;
    readonly app?: (app: INestApplication) => void;
  } = {},
): Promise<{ readonly url: string; readonly app: INestApplication }> {
  const builder = Test.createTestingModule(metadata);
  const module = await (configure.module?.(builder) ?? builder).compile();
  const app = module.createNestApplication(createAdapter() as ExpressAdapter, { logger: false });
  configure.app?.(app);
  await app.listen(0, '127.0.0.1');
  return { url: (await app.getUrl()).replace('[::1]', '127.0.0.1'), app };
}

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** Calls a tool over Open Tool Calling. */
export async function call(url: string, toolId: string, input: object = {}, user?: string): Promise<Answer> {
  const { status, body } = await post(`${url}/ai/tools/call`, { request: { tool_id: toolId, input } }, user);
  return { status, body: (body['result'] ?? body) as Answer['body'] };
}

/** Calls a tool over MCP. */
export async function callMcp(
  url: string,
  name: string,
  input: object,
  user?: string,
): Promise<Record<string, unknown>> {
  const params = { name, arguments: input };
  const { body } = await post(`${url}/ai/mcp`, { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, user);
  return body['result'] as Record<string, unknown>;
}

export async function post(url: string, body: object, user?: string): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(user !== undefined && { authorization: user }),
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const json = text.startsWith('event:') || text.startsWith('data:') ? text.slice(text.indexOf('{')) : text;
  return { status: response.status, body: JSON.parse(json) as Record<string, unknown> };
}
