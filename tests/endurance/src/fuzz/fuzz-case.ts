/** The expected response to a call, if it is known. */
export interface ExpectedResult {
  readonly callId: string;
  /** The value as JSON. */
  readonly value: string;
}

/** One thing to send to a server. */
export type FuzzCase =
  /** Bytes, whatever they are. */
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  /** A request with a given method, path and headers. */
  | {
      readonly kind: 'request';
      readonly method: string;
      readonly path: string;
      readonly headers: readonly (readonly [name: string, value: string])[];
      readonly body: Buffer;
    }
  /** A body for the call endpoint. */
  | { readonly kind: 'call'; readonly body: Buffer; readonly expected: ExpectedResult | undefined };

/** The bytes of a case, with the length of the body where there is one. */
export function bytesOf(one: FuzzCase): Buffer {
  switch (one.kind) {
    case 'bytes':
      return one.bytes;
    case 'request':
      return requestBytes(one.method, one.path, one.headers, one.body);
    case 'call':
      return requestBytes('POST', '/tools/call', callHeaders, one.body);
  }
}

const callHeaders = [
  ['Host', '127.0.0.1'],
  ['Content-Type', 'application/json'],
] as const;

function requestBytes(
  method: string,
  path: string,
  headers: readonly (readonly [name: string, value: string])[],
  body: Buffer,
): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  if (body.length > 0) lines.push(`Content-Length: ${body.length}`);
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}

/** A case in one line, for reports. */
export function describeCase(one: FuzzCase): string {
  return `${one.kind} ${JSON.stringify(bytesOf(one).toString('latin1'))}`;
}
