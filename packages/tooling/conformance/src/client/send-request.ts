import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { joinHeaders, responseFrom, type TestResponse } from './response.ts';

/** The parsed base URL of a server. */
export interface Target {
  readonly secure: boolean;
  readonly host: string;
  readonly port: number;
  /** The prefix of every path, without a trailing slash. */
  readonly prefix: string;
  /** The value of the Host header. */
  readonly authority: string;
}

/** Reads a base URL such as `http://127.0.0.1:3000` or `https://api.example.com/tools-of/me`. */
export function parseTarget(baseUrl: string): Target {
  const url = new URL(baseUrl);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new TypeError(`Invalid URL '${baseUrl}'. Use a URL that starts with http:// or https://.`);
  }
  const secure = url.protocol === 'https:';
  return {
    secure,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    prefix: url.pathname.replace(/\/+$/, ''),
    authority: url.host,
  };
}

/** A request that is sent unchanged. Only Host, Connection and the body length are added. */
export interface TestRequest {
  /** GET by default. */
  readonly method?: string;
  /** The path below the base URL, sent unchanged. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Text or bytes, sent unchanged. The content type comes only from `headers`. */
  readonly body?: string | Uint8Array;
  /** Sends the body in chunks, without Content-Length. */
  readonly chunked?: boolean;
}

/** How long a response may take. */
const responseTimeoutMs = 30_000;

/** Sends a request on a new connection, and reads the whole response. */
export function sendRequest(target: Target, request: TestRequest): Promise<TestResponse> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = open(target, request);
    // Also closes the connection of an upload that the server does not read.
    const finish = (settle: () => void): void => {
      clearTimeout(timer);
      outgoing.destroy();
      settle();
    };
    const timeoutMessage = `${request.method ?? 'GET'} ${request.path}: expected a response within ${responseTimeoutMs} ms, got none`;
    const timer = setTimeout(() => finish(() => reject(new Error(timeoutMessage))), responseTimeoutMs);
    const readResponse = async (incoming: IncomingMessage): Promise<TestResponse> => {
      const bytes = await readBody(incoming);
      const headers = joinHeaders(fieldsOf(incoming));
      return responseFrom(incoming.statusCode ?? 0, headers, bytes, performance.now() - startedAt);
    };
    let hasResponse = false;
    outgoing.on('response', (incoming) => {
      hasResponse = true;
      readResponse(incoming).then(
        (response) => finish(() => resolve(response)),
        (error: unknown) => finish(() => reject(error)),
      );
    });
    // An error after the response only means that the server stopped reading the upload.
    outgoing.on('error', (error) => {
      if (!hasResponse) finish(() => reject(error));
    });
    outgoing.end(request.body);
  });
}

function open(target: Target, request: TestRequest): ClientRequest {
  const { method = 'GET', path, headers = {}, body, chunked = false } = request;
  const send = target.secure ? requestHttps : requestHttp;
  const length = body === undefined || chunked ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const transfer = chunked ? { 'transfer-encoding': 'chunked' } : {};
  return send({
    host: target.host,
    port: target.port,
    method,
    path: `${target.prefix}${path}`,
    agent: false,
    setHost: false,
    headers: { host: target.authority, ...length, ...transfer, ...(headers as Record<string, string | string[]>) },
  });
}

async function readBody(incoming: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

function* fieldsOf({ rawHeaders }: IncomingMessage): Generator<readonly [name: string, value: string]> {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    yield [rawHeaders[index] ?? '', rawHeaders[index + 1] ?? ''];
  }
}
