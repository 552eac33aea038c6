import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type Answer, answerFrom } from './answer.ts';
import type { Target } from './target.ts';

/** A request to send exactly as it stands: no header is added but Host, Connection and the body's length. */
export interface TestRequest {
  /** GET by default. */
  readonly method?: string;
  /** Below the base URL, sent as it is. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Text or bytes, sent as they are; without a content type unless `headers` has one. */
  readonly body?: string | Uint8Array;
  /** Sends the body in chunks, without saying its length. */
  readonly chunked?: boolean;
  /** How long to wait for the answer; ten seconds by default. */
  readonly timeoutMs?: number;
}

/** Sends one request on a connection of its own and reads the whole answer. */
export function sendRequest(target: Target, request: TestRequest): Promise<Answer> {
  const { timeoutMs = 30_000, body } = request;
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = open(target, request);
    const timer = setTimeout(() => {
      outgoing.destroy();
      reject(new Error(`${request.method ?? 'GET'} ${request.path} had no answer after ${timeoutMs} ms`));
    }, timeoutMs);
    const finish = (settle: () => void): void => {
      clearTimeout(timer);
      settle();
    };
    outgoing.on('response', (incoming) => {
      readBody(incoming).then(
        (bytes) =>
          finish(() =>
            resolve(answerFrom(incoming.statusCode ?? 0, joined(incoming), bytes, performance.now() - started)),
          ),
        (error: unknown) => finish(() => reject(error)),
      );
    });
    // After the answer an error is only the end of an upload that the server no longer reads.
    outgoing.on('error', (error) => finish(() => reject(error)));
    if (body === undefined) outgoing.end();
    else outgoing.end(body);
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

function joined(incoming: IncomingMessage): Record<string, string> {
  const headers = Object.create(null) as Record<string, string>;
  for (let index = 0; index < incoming.rawHeaders.length; index += 2) {
    const name = (incoming.rawHeaders[index] ?? '').toLowerCase();
    const value = incoming.rawHeaders[index + 1] ?? '';
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return headers;
}
