import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { jsonHeaders } from '@toolwire/core/internal';
import type { HttpResponse } from '@toolwire/core/wire';
import { type IncomingRequest, isHeader, isHttp2Request } from './http-messages.ts';
import { writeResponse } from './write-response.ts';

// Node lists at most this many header fields of a request, but its parser obeys all of them.
const maxListedFields = 1000;

/** Refuses a request that Node accepts but a proxy in front of the server may read differently. Only the request line and the headers decide. */
export function refuseHead(request: IncomingRequest): HttpResponse | undefined {
  // The frames of HTTP/2 can't be read in two ways, and Node limits its headers.
  if (isHttp2Request(request)) return undefined;
  const { httpVersion, rawHeaders } = request;
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return closingResponse(400, 'Send the request in HTTP/1.1');
  if (rawHeaders.length >= 2 * maxListedFields) return closingResponse(431, 'The request has too many headers');
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (isHeader(rawHeaders[index] as string, 'host')) hosts++;
  }
  // RFC 9112, section 3.2.
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) return closingResponse(400, 'Send one Host header');
  return undefined;
}

const statusOfError: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Handles what Node handles itself otherwise: responds with JSON to requests that it can't parse and to unknown expectations, and serves
 * requests with `Expect: 100-continue`.
 */
export function handleErrorsAndExpectations(server: Server): void {
  const latest = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (request, response) => void latest.set(request.socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(error, socket, latest.get(socket)));
  server.on('checkContinue', (request, response) => {
    // After the head of another response, it would look like a part of that body.
    if (response.socket !== null) response.writeContinue();
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (request, response) => {
    void writeResponse(closingResponse(417, 'The only supported expectation is 100-continue'), request, response);
  });
}

/** Responds to bytes that Node can't parse, and ends the connection. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex, latest: ServerResponse | undefined): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  if (latest !== undefined && !latest.writableFinished) {
    // The client would take this response for the response to its previous request.
    if (latest.req.complete) return endAfter(latest);
    // The bytes are the rest of a request that has already been answered.
    if (latest.headersSent) return void socket.end();
  }
  const status = statusOfError[error.code ?? ''] ?? 400;
  const reason = STATUS_CODES[status] ?? 'Bad Request';
  const { headers, body } = closingResponse(status, reason);
  // Without a delay, clients of Open Tool Calling take the refusal for a final one.
  const delay = status === 408 ? { 'retry-after': 1 } : {};
  const lines = Object.entries({ ...headers, ...delay, 'content-length': Buffer.byteLength(body) });
  const head = [`HTTP/1.1 ${status} ${reason}`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function endAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}

/** A response that closes the connection, because the next request of such a client can't be trusted. */
function closingResponse(status: number, message: string): ReturnType<typeof plainResponse> {
  const answer = plainResponse(status, message);
  return { ...answer, headers: { ...answer.headers, connection: 'close' } };
}

/** A response outside every protocol: JSON with a message, as all protocols have it. */
export function plainResponse(status: number, message: string): HttpResponse & { readonly body: string } {
  return {
    status,
    headers: jsonHeaders,
    body: JSON.stringify({ message }),
  };
}
