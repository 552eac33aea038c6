/** A raw HTTP request with the headers of an ordinary client. A header for accepted types is sent once. */
export function requestText(method: 'GET' | 'POST', path: string, body = '', headers: readonly string[] = []): string {
  return [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Connection: keep-alive',
    'User-Agent: toolwire-benchmarks',
    ...(headers.some((header) => header.startsWith('Accept:')) ? [] : ['Accept: application/json']),
    ...headers,
    ...(body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
    '',
    body,
  ].join('\r\n');
}
