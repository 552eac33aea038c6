import { noContextValues, type ToolDefinition } from '@toolwire/core';
import type { HostRequest, HttpResponse } from '@toolwire/core/wire';
import { createToolServer, silentLogger, type ToolServer, type ToolServerOptions } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { expect } from 'vitest';
import { type ArcadeOptions, arcade } from '../src/index.ts';

/** The time when an execution ended, as Arcade writes it. */
export const finishedAt: unknown = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);

/** A server that serves tools only over Arcade. */
export function arcadeServer(
  tools: readonly ToolDefinition[],
  options: ArcadeOptions = {},
  more: Partial<ToolServerOptions> = {},
): ToolServer {
  return createToolServer({ tools, wires: [arcade(options)], validator: ajv(), logger: silentLogger, ...more });
}

/** An answer, with its body as JSON. */
export interface Answer extends HttpResponse {
  readonly json: unknown;
}

/** Sends a request to a server. */
export async function send(
  server: ToolServer,
  method: string,
  path: string,
  { body, headers = {} }: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Answer> {
  const [cut = '', query = ''] = path.split('?');
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? {});
  const request: HostRequest = {
    method,
    path: cut,
    query,
    header: (name) => ({ 'content-type': 'application/json', ...headers })[name],
    body: () => ({ kind: 'bytes', bytes: new TextEncoder().encode(text) }),
    signal: new AbortController().signal,
    values: noContextValues,
  };
  const response = await server.handle(request);
  if (response === undefined) throw new Error(`Nobody answers ${method} ${path}`);
  return { ...response, json: typeof response.body === 'string' ? JSON.parse(response.body) : undefined };
}

/** The request of an engine. */
function execution(id: string, inputs: unknown = {}, changes: Readonly<Record<string, unknown>> = {}): object {
  const [path = '', version] = id.split('@');
  const [toolkit, name] = path.split('.');
  return {
    run_id: 'run-1',
    execution_id: 'exec-1',
    created_at: '2026-07-28T09:59:59Z',
    tool: { toolkit, name, version: version ?? null },
    inputs,
    context: {},
    ...changes,
  };
}

/** Calls a tool by an execute request. */
export function execute(
  server: ToolServer,
  id: string,
  inputs?: unknown,
  changes?: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  return send(server, 'POST', '/tools/execute', { body: execution(id, inputs, changes) });
}

/** Calls a tool as an engine calls a worker. */
export function invoke(
  server: ToolServer,
  id: string,
  inputs?: unknown,
  changes?: Readonly<Record<string, unknown>>,
  headers?: Readonly<Record<string, string>>,
): Promise<Answer> {
  return send(server, 'POST', '/worker/tools/invoke', {
    body: execution(id, inputs, changes),
    ...(headers === undefined ? {} : { headers }),
  });
}
