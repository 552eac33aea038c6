/** One request that both servers are sent, byte for byte. */
export interface EdgeRequest {
  /** A unique phrase that describes the difference. */
  readonly name: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** How many messages to wait for where the answer is a stream that does not end. */
  readonly take?: number;
}

/** The parts of a request that differ from a plain one. */
export interface Difference {
  readonly id?: unknown;
  readonly params?: unknown;
  readonly meta?: unknown;
  /** Headers to add, or to remove if they are `undefined`. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Members of the message to add, or to remove if they are `undefined`. */
  readonly message?: Readonly<Record<string, unknown>>;
  readonly take?: number;
}

const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** The envelope that every request of 2026-07-28 carries. */
export function envelope(changes: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return withoutUndefined({
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'edge', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
    ...changes,
  });
}

/** A request of 2026-07-28: right, but for the difference. */
export function modern(name: string, method: string, difference: Difference = {}): EdgeRequest {
  const { id = 1, params = {}, meta = envelope(), headers = {}, message = {}, take } = difference;
  const sent = isPlainObject(params) ? { ...params, _meta: meta } : params;
  const tool = isPlainObject(params) ? params['name'] : undefined;
  const standard = {
    ...json,
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    'mcp-name': method === 'tools/call' && typeof tool === 'string' ? tool : undefined,
  };
  return {
    name: `2026: ${name}`,
    method: 'POST',
    headers: withoutUndefined({ ...standard, ...headers }),
    body: JSON.stringify(withoutUndefined({ jsonrpc: '2.0', id, method, params: sent, ...message })),
    ...(take === undefined ? {} : { take }),
  };
}

/** A request of 2025-11-25: right, but for the difference. */
export function legacy(name: string, method: string, difference: Difference = {}): EdgeRequest {
  const { id = 1, params, headers = {}, message = {} } = difference;
  return {
    name: `2025: ${name}`,
    method: 'POST',
    headers: withoutUndefined({ ...json, 'mcp-protocol-version': '2025-11-25', ...headers }),
    body: JSON.stringify(withoutUndefined({ jsonrpc: '2.0', id, method, params, ...message })),
  };
}

/** A request whose body is not a JSON-RPC message, or whose method is not POST. */
export function raw(name: string, request: Partial<Omit<EdgeRequest, 'name'>>): EdgeRequest {
  return { name, method: 'POST', headers: json, ...request };
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withoutUndefined<Value>(fields: Readonly<Record<string, Value | undefined>>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  ) as Record<string, Value>;
}
