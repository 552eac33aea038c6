/** One call over a protocol, with its special properties. */
export interface Asked {
  readonly tool: string;
  readonly input?: object;
  readonly callId?: string;
  readonly context?: object;
  /** Headers of the caller's own. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The trace in the message itself, as MCP has it. */
  readonly meta?: Readonly<Record<string, string>>;
}

/** Makes a call, and gives the body of its answer. */
export type Caller = (url: string, asked: Asked) => Promise<unknown>;

/** A caller of each protocol, hand-written with only `fetch`. */
export const callers: Readonly<Record<'otc' | 'mcp', Caller>> = {
  otc: (url, { tool, input = {}, callId, context, headers = {} }) =>
    post(`${url}/tools/call`, headers, {
      $schema: 'otc://1.0',
      request: { tool_id: tool, input, ...(callId && { call_id: callId }), ...(context && { context }) },
    }),
  mcp: (url, { tool, input = {}, callId, headers = {}, meta = {} }) => {
    const name = tool.replace('.', '_').replace(/@.*/, '');
    const version = '2026-07-28';
    return post(
      `${url}/mcp`,
      { 'mcp-protocol-version': version, 'mcp-method': 'tools/call', 'mcp-name': name, ...headers },
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name,
          arguments: input,
          _meta: {
            'io.modelcontextprotocol/protocolVersion': version,
            'io.modelcontextprotocol/clientCapabilities': {},
            ...(callId && { 'org.opentoolcalling/call_id': callId }),
            ...meta,
          },
        },
      },
    );
  },
};

async function post(url: string, headers: Readonly<Record<string, string>>, body: object): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify(body),
  });
  return response.json();
}
