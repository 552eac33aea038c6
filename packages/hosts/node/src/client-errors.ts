import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { closingResponse } from './plain-response.ts';
import { writeResponse } from './write-response.ts';

const statusOfError: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Responds with JSON to requests that Node can't parse. */
export function handleClientErrors(server: Server): void {
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
  const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body) });
  const head = [`HTTP/1.1 ${status} ${reason}`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function endAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}
