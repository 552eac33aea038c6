// The checks of a careful developer, by hand. The server
// - rejects other HTTP versions, more headers than Node shows, and any number of Host headers except one;
// - rejects pages redirected by DNS rebinding (Origin, Sec-Fetch-Site, Host);
// - rejects other transfer codings, content codings and media types, and bodies that exceed the limit;
// - reads UTF-8 strictly, and rejects deep nesting or too many parts before parsing;
// - rejects inputs with numbers that JSON cannot represent and with prototype names;
// - limits and counts concurrent calls, so that a shutdown can wait for them; it accepts no call while it drains;
// - stops work for disconnected callers, and watches responses that are not read;
// - sends headers against sniffing and caching, and limits the time of a request.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const maxBodyBytes = 1024 * 1024;
const maxDepth = 64;
const maxParts = 50_000;
const maxRunning = 1000;

/** A JSON object whose members are not yet known. */
export type Fields = Readonly<Record<string, unknown>>;

/** Answers a request whose body is JSON. */
export type Handle = (value: unknown, request: IncomingMessage, response: ServerResponse) => void;

const running = { calls: 0, isDraining: false };
process.once('SIGTERM', () => {
  running.isDraining = true;
});

const times = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000, requireHostHeader: false };

/** Makes a server that hands on what it has looked at, by its path. */
export function checkedServer(handlers: ReadonlyMap<string, Handle>): Server {
  return createServer(times, (request, response) => {
    const problem = headProblem(request);
    if (problem !== undefined) return answer(request, response, 400, { message: problem });
    const handle = handlers.get(request.url ?? '');
    if (request.method !== 'POST' || handle === undefined) {
      return answer(request, response, 404, { message: 'Not found' });
    }
    const wrong = requestProblem(request);
    if (wrong !== undefined) return answer(request, response, 400, { message: wrong });
    readBody(request, (body) => {
      if (body === undefined) return answer(request, response, 400, { message: 'The body is too large, or broke off' });
      const parsed = parse(body);
      if (typeof parsed === 'string') return answer(request, response, 400, { message: parsed });
      handle(parsed.value, request, response);
    });
  });
}

/** Why a call is not read at all: the server is about to stop, a page was led here, or the headers do not describe a body of JSON. */
export function requestProblem(request: IncomingMessage): string | undefined {
  if (running.isDraining) return 'The server is about to stop';
  return pageProblem(request) ?? bodyProblem(request);
}

/** Runs a tool, unless too many run: what it throws is thrown on. */
export function runCounted(run: () => unknown): unknown {
  if (running.calls >= maxRunning) throw new RangeError('The server runs as many calls as it takes');
  running.calls++;
  try {
    const value = run();
    if (typeof value !== 'number' || !Number.isFinite(value)) throw new TypeError('The value is no finite number');
    return value;
  } finally {
    running.calls--;
  }
}

function headProblem({ httpVersion, rawHeaders }: IncomingMessage): string | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return 'Send the request in HTTP/1.1';
  if (rawHeaders.length >= 2000) return 'The request has too many headers';
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1 || (hosts === 0 && httpVersion === '1.1') ? 'Send one Host header' : undefined;
}

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i;

function pageProblem({ headers }: IncomingMessage): string | undefined {
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding !== 'chunked') return 'The only supported Transfer-Encoding is chunked';
  if (headers.origin === undefined && headers['sec-fetch-site'] !== 'same-origin') return undefined;
  return loopback.test(headers.host ?? '') ? undefined : 'Pages may not call by this name';
}

function bodyProblem({ headers }: IncomingMessage): string | undefined {
  if (headers['content-type'] !== 'application/json') return 'Send application/json';
  if (headers['content-encoding'] !== undefined) return 'Send the body without a Content-Encoding';
  const length = headers['content-length'];
  return length !== undefined && Number(length) > maxBodyBytes ? 'The body is too large' : undefined;
}

/** The same of a body that a parser in front has read: it nests no deeper and has no more parts than one that is read here. */
export function isWithinLimits(
  value: unknown,
  levels: number = maxDepth,
  parts: { left: number } = newParts(),
): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0 || --parts.left < 0) return false;
  for (const name in value) {
    if (--parts.left < 0 || !isWithinLimits((value as Fields)[name], levels - 1, parts)) return false;
  }
  return true;
}

function newParts(): { left: number } {
  return { left: maxParts };
}

function readBody(request: IncomingMessage, done: (body: Buffer | undefined) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  let isDone = false;
  const end = (body: Buffer | undefined): void => {
    if (isDone) return;
    isDone = true;
    done(body);
  };
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length <= maxBodyBytes) chunks.push(chunk);
    else end(undefined);
  });
  request.on('end', () => end(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
  request.on('error', () => end(undefined));
  request.on('close', () => end(undefined));
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parse(body: Buffer): { readonly value: unknown } | string {
  if (body.length === 0) return 'The request has no body';
  let text: string;
  try {
    text = utf8.decode(body);
  } catch {
    return 'The body is not valid UTF-8';
  }
  if (hasMore(text, '{', maxDepth) || hasMore(text, '[', maxDepth)) return 'The body nests too deep';
  if (text.length > maxParts) return 'The body has too many parts';
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return 'The body is not valid JSON';
  }
}

function hasMore(text: string, opening: string, most: number): boolean {
  let count = 0;
  for (let at = text.indexOf(opening); at !== -1; at = text.indexOf(opening, at + 1)) if (++count > most) return true;
  return false;
}

/** No number that JSON cannot carry, and no name that turns into a prototype. */
export function isSound(value: unknown, levels: number = maxDepth): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  for (const name in value) {
    if (name === '__proto__' || name === 'constructor') return false;
    if (!isSound((value as Fields)[name], levels - 1)) return false;
  }
  return true;
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is what a call may bring along for its tool. */
export function isContext(context: unknown): boolean {
  return (
    isObject(context) &&
    ['authorization', 'secrets'].every((name) => context[name] === undefined || Array.isArray(context[name])) &&
    (context['user_id'] === undefined || typeof context['user_id'] === 'string')
  );
}

const untaken = new Map<Socket, number>();
setInterval(() => {
  for (const [socket, taken] of untaken) {
    if (socket.writableLength === 0) untaken.delete(socket);
    else if (socket.bytesWritten === taken) socket.destroy();
    else untaken.set(socket, socket.bytesWritten);
  }
}, 30_000).unref();

/** Writes a response, unless the caller has disconnected. */
export function answer(request: IncomingMessage, response: ServerResponse, status: number, body: object): void {
  answerText(request, response, status, JSON.stringify(body));
}

/** The same of a body that is written already. */
export function answerText(request: IncomingMessage, response: ServerResponse, status: number, text: string): void {
  if (response.destroyed || response.headersSent) return;
  const headers = {
    'content-type': 'application/json',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(text),
  };
  // A caller that is still sending must not start another request.
  response.writeHead(status, request.complete ? headers : { ...headers, connection: 'close' });
  response.end(text);
  if (response.writableLength > 0) watchTaking(request.socket);
}

/** Cuts a connection whose caller takes nothing of what was written to it. */
export function watchTaking(socket: Socket): void {
  untaken.set(socket, socket.bytesWritten);
}
