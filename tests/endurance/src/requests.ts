/** The bytes of a call, as an ordinary client sends them. */
export function callBytes(toolId: string, input: unknown, callId?: string): Buffer {
  const request = { call_id: callId, tool_id: toolId, input };
  return postBytes('/tools/call', JSON.stringify({ $schema: 'otc://1.0', request }));
}

/** The bytes of a request whose body is JSON. */
export function postBytes(path: string, json: string, headers: readonly string[] = []): Buffer {
  const body = Buffer.from(json);
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    ...headers,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]);
}

/** The bytes of a request without a body. */
export function getBytes(path: string, headers: readonly string[] = []): string {
  return [`GET ${path} HTTP/1.1`, 'Host: 127.0.0.1', ...headers, '', ''].join('\r\n');
}

/** The answer to a call that was let through. */
export interface CallResult {
  readonly call_id: string;
  readonly success: boolean;
  readonly value?: unknown;
  readonly error?: {
    readonly message: string;
    readonly can_retry?: boolean;
    readonly retry_after_ms?: number;
  };
}

/** Reads the answer to a call. */
export function resultOf({ status, text }: { readonly status: number; readonly text: string }): CallResult {
  const { result } = JSON.parse(text) as { result?: CallResult };
  if (status !== 200 || result === undefined) throw new Error(`This is no answer of a tool: ${status} ${text}`);
  return result;
}
