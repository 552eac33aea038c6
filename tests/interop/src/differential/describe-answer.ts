import type { EdgeAnswer } from './send-edge-request.ts';

/** The errors whose data the revisions define: MissingRequiredClientCapability, UnsupportedProtocolVersion. */
const errorsWithData: ReadonlySet<unknown> = new Set([-32021, -32022]);

/**
 * An answer as one line: what a client may rely on, and no words, which every server chooses for itself. The answers to
 * a batch may come in any order.
 */
export function describeAnswer({ status, messages }: EdgeAnswer): string {
  return [String(status), ...messages.flat().map(describeMessage).sort()].join(' ');
}

function describeMessage(message: unknown): string {
  if (!isObject(message)) return 'text';
  const { id, method, params, error, result } = message;
  if (isObject(error)) {
    const { code, data } = error;
    const told = errorsWithData.has(code) && isObject(data) ? ` ${JSON.stringify(sorted(data))}` : '';
    return `error ${String(code)} for ${idText(id)}${told}`;
  }
  if (isObject(result)) return `result for ${idText(id)} ${JSON.stringify(sorted(plain(result)))}`;
  if (typeof method === 'string') return `${method} ${JSON.stringify(sorted(params))}`;
  return `message ${Object.keys(message).sort().join(',')}`;
}

// For a request whose ID cannot be read: null in JSON-RPC, omitted in later revisions of MCP. Clients accept both.
function idText(id: unknown): string {
  return id === null || id === undefined ? 'no id' : JSON.stringify(id);
}

// The server info in `_meta` is not compared, nor are failure messages, nor a state that only its server reads.
function plain({ _meta, ...result }: Readonly<Record<string, unknown>>): unknown {
  const { tools } = result;
  return {
    ...result,
    ...(Array.isArray(tools) ? { tools: tools.map((tool: object) => ({ ...tool, _meta: undefined })) } : {}),
    ...(result['isError'] === true ? { content: 'words' } : {}),
    ...(typeof result['requestState'] === 'string' ? { requestState: 'a state' } : {}),
  };
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, sorted(value[name])]),
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
