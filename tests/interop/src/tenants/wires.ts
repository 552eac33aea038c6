import type { Seen, Sender } from './tenants.ts';

/** Sends JSON to an address below the tools; answers the JSON that came back, of a stream its last message. */
export type Post = (path: string, body: object, headers: Readonly<Record<string, string>>) => Promise<unknown>;

/** Makes a call with an ID for a sender. Returns the values that the tool has read, or `undefined` without such a result. */
export type CallAs = (post: Post, callId: string, sender: Sender) => Promise<Seen | undefined>;

/** The tool that reads what a caller differs in. */
function toolFor({ token, secret, userId }: Sender): string {
  if (token !== undefined) return 'Token';
  return secret !== undefined ? 'Secret' : userId !== undefined ? 'User' : 'Show';
}

/** The headers with which servers and apps identify the sender. */
export function headersOf({ key, user, team }: Sender): Record<string, string> {
  return {
    'content-type': 'application/json',
    ...(key !== undefined && { 'otc-api-key': key }),
    ...(user !== undefined && { 'x-user': user }),
    ...(team !== undefined && { 'x-team': team }),
  };
}

const otcCall: CallAs = async (post, callId, sender) => {
  const { token, secret, userId } = sender;
  const context = {
    authorization: token === undefined ? [] : [{ id: 'google', token }],
    secrets: secret === undefined ? [] : [{ id: 'PIN', value: secret }],
    ...(userId !== undefined && { user_id: userId }),
  };
  const request = { tool_id: `Tenants.${toolFor(sender)}`, call_id: callId, input: {}, context };
  const answer = await post('/tools/call', { request }, headersOf(sender));
  return (answer as { readonly result?: { readonly value?: Seen } }).result?.value;
};

const arcadeCall: CallAs = async (post, callId, sender) => {
  const { token, secret, userId } = sender;
  const context = {
    ...(token !== undefined && { authorization: { token } }),
    ...(secret !== undefined && { secrets: [{ key: 'PIN', value: secret }] }),
    ...(userId !== undefined && { user_id: userId }),
  };
  const body = { execution_id: callId, tool: { toolkit: 'Tenants', name: toolFor(sender) }, inputs: {}, context };
  const answer = await post('/worker/tools/invoke', body, headersOf(sender));
  return (answer as { readonly output?: { readonly value?: Seen } }).output?.value;
};

/** This protocol has no tokens, secrets and user IDs of the caller. */
export function rpc(revision: '2025-11-25' | '2026-07-28', method: string, params: Readonly<Record<string, unknown>>) {
  const isModern = revision === '2026-07-28';
  const modernMeta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'tenants', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
  };
  const { _meta: meta = {}, ...rest } = params;
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method,
    params: { ...rest, _meta: { ...(isModern && modernMeta), ...(meta as object) } },
  };
  const name = rest['name'];
  const headers = {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': revision,
    ...(isModern && { 'mcp-method': method }),
    ...(isModern && typeof name === 'string' && { 'mcp-name': name }),
  };
  return { body, headers };
}

const mcpCall =
  (revision: '2025-11-25' | '2026-07-28'): CallAs =>
  async (post, callId, sender) => {
    const { body, headers } = rpc(revision, 'tools/call', {
      name: 'Tenants_Show',
      arguments: {},
      _meta: { 'org.opentoolcalling/call_id': callId },
    });
    const answer = await post('/mcp', body, { ...headersOf(sender), ...headers });
    return (answer as { readonly result?: { readonly structuredContent?: Seen } }).result?.structuredContent;
  };

/** A protocol, and whether its calls contain tokens, secrets and user IDs. */
export const wires: Readonly<Record<string, { readonly callAs: CallAs; readonly takesContext: boolean }>> = {
  'Open Tool Calling': { callAs: otcCall, takesContext: true },
  Arcade: { callAs: arcadeCall, takesContext: true },
  'MCP 2025-11-25': { callAs: mcpCall('2025-11-25'), takesContext: false },
  'MCP 2026-07-28': { callAs: mcpCall('2026-07-28'), takesContext: false },
};
