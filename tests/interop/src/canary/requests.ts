import { Buffer } from 'node:buffer';
import { canaries } from './canaries.ts';
import { spills } from './spilling-tool.ts';

/** A request whose every byte of an answer is looked at. */
export interface CanaryRequest {
  readonly name: string;
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

const capabilities = { elicitation: { form: {}, url: {} }, extensions: { 'io.modelcontextprotocol/tasks': {} } };

/** A request of MCP 2026-07-28 that requests all messages. */
export function modern(method: string, params: Readonly<Record<string, unknown>> = {}): CanaryRequest {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': capabilities,
    'io.modelcontextprotocol/logLevel': 'debug',
    progressToken: 'p',
  };
  const { name } = params;
  return {
    name: `MCP 2026-07-28: ${method}`,
    path: '/mcp',
    headers: {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': name }),
    },
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
  };
}

function legacy(kind: string): CanaryRequest {
  const params = { name: 'Spill_All', arguments: { kind }, _meta: { progressToken: 'p' } };
  return {
    name: `MCP 2025-11-25: ${kind}`,
    path: '/mcp',
    headers: { 'mcp-protocol-version': '2025-11-25' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
  };
}

function execution(kind: string): object {
  return { execution_id: 'e', tool: { toolkit: 'Spill', name: 'All', version: '1.0.0' }, inputs: { kind } };
}

/** The tool with every kind of failure, over every protocol, and failures around it. */
export const canaryRequests: readonly CanaryRequest[] = [
  { name: 'listing', method: 'GET', path: '/tools' },
  { name: 'health', method: 'GET', path: '/health' },
  { name: 'a body that is no JSON', path: '/tools/call', body: [canaries.credential] },
  ...spills.flatMap((kind): CanaryRequest[] => [
    {
      name: `Open Tool Calling: ${kind}`,
      path: '/tools/call',
      body: { request: { tool_id: 'Spill.All', input: { kind } } },
    },
    {
      name: `Arcade: ${kind}`,
      path: '/tools/execute',
      body: execution(kind),
    },
    {
      name: `Arcade worker: ${kind}`,
      path: '/worker/tools/invoke',
      body: execution(kind),
    },
    legacy(kind),
    { ...modern('tools/call', { name: 'Spill_All', arguments: { kind } }), name: `MCP 2026-07-28: ${kind}` },
  ]),
  modern('tools/list'),
  modern('server/discover'),
  modern('tools/call', { name: 'Spill_None', arguments: {} }),
];

/** Callers whose credentials the check itself trips over. */
export const strangers: readonly Readonly<Record<string, string>>[] = [
  { authorization: `Bearer ${canaries.credential}` },
  { authorization: `Basic ${Buffer.from(`ada:${canaries.password}`).toString('base64')}` },
  { 'x-mine': canaries.credential },
  { 'x-mine': canaries.credential, authorization: `Bearer ${canaries.password}` },
];
