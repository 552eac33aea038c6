import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http2';
import type { Socket } from 'node:net';

/** The address of a server of HTTP/2 over TLS. */
export interface Http2Target {
  readonly url: string;
  /** The certificate of the server, and the name in it. */
  readonly ca: string;
  readonly servername: string;
}

// A caller that closes only its sending side looks like one that disconnects, and still expects its response.
const halfClosedMs = 1000;

/**
 * A proxy in front of a server of HTTP/2, because the shared suite sends HTTP/1.1. Each connection has a separate session, so that what
 * either side closes also closes on the other.
 */
export function createHttp2Proxy({ url, ca, servername }: Http2Target): Server {
  const sessions = new WeakMap<Socket, ClientHttp2Session>();
  const sessionOf = (socket: Socket): ClientHttp2Session => {
    const open = sessions.get(socket);
    if (open !== undefined) return open;
    const session = connect(url, { ca, servername });
    // Each stream fails with its session, and reports the failure to its caller.
    session.on('error', () => undefined).on('close', () => socket.end());
    socket
      .once('close', () => session.close())
      .once('end', () => setTimeout(() => socket.destroy(), halfClosedMs).unref());
    sessions.set(socket, session);
    return session;
  };
  const proxy = createServer((request, response) => {
    const { 'transfer-encoding': coding } = request.headers;
    // RFC 9112, section 6.1.
    if (coding !== undefined && coding.toLowerCase() !== 'chunked') return void response.writeHead(501).end();
    const hasBody = isBodyAnnounced(request);
    // Node would end a GET after its headers.
    const stream = sessionOf(request.socket).request(requestHeaders(request), { endStream: !hasBody });
    if (hasBody) sendBody(request, stream);
    forward(stream, request, response);
  });
  return Object.assign(proxy, { httpAllowHalfOpen: true });
}

function isBodyAnnounced({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Sends one chunk at a time. With several in its queue, the HTTP/2 client of Node 20 can write empty frames without end. */
function sendBody(request: IncomingMessage, stream: ClientHttp2Stream): void {
  request
    .on('data', (chunk: Buffer) => {
      request.pause();
      stream.write(chunk, () => request.resume());
    })
    .on('end', () => stream.end());
}

/** Writes the response of a stream. A stream that is reset truncates the response, and a caller that disconnects resets the stream. */
function forward(stream: ClientHttp2Stream, request: IncomingMessage, response: ServerResponse): void {
  stream.once('response', (headers) => {
    // The rest of a body that the server refuses is not read.
    if (isBodyAnnounced(request) && !request.complete) response.setHeader('connection', 'close');
    response.writeHead(headers[':status'] ?? 502, responseHeaders(headers));
    stream.pipe(response);
  });
  stream.on('error', () => response.destroy());
  stream.once('close', () => {
    if (!response.writableEnded) response.destroy();
  });
  response.once('close', () => {
    if (!stream.closed) stream.close(constants.NGHTTP2_CANCEL);
  });
}

// RFC 9113, section 8.2.2: these fields belong to a connection of HTTP/1.1.
const connectionFields: ReadonlySet<string> = new Set([
  'connection',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
]);

// The target of a request may be a full URL.
const targetStart = /^https?:\/\/([^/?#]*)/i;

function requestHeaders({ method, url = '/', headers, headersDistinct }: IncomingMessage): OutgoingHttpHeaders {
  const fields = Object.entries(headersDistinct).filter(([name]) => !connectionFields.has(name));
  return {
    ...Object.fromEntries(fields.map(([name, values = []]) => [name, isRepeatable(name) ? values : values.join(', ')])),
    ':method': method,
    ':path': url.replace(targetStart, ''),
    ':authority': targetStart.exec(url)?.[1] ?? headers.host,
  };
}

/** Whether Node sends several fields of this name. It refuses to for the fields of the standard that have one value. */
function isRepeatable(name: string): boolean {
  return name.startsWith('x-') || name === 'cookie';
}

function responseHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':')));
}
