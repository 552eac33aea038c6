import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ToolDefinition } from '@toolwire/core';
import type { ServerCredentials } from '../src/index.ts';
import type { RunningServer } from '../src/vitest.ts';
import { type Auth, type AuthSteps, createAuth } from './tiny-auth.ts';
import { answerCall, answerList, type ProtocolSteps, refuse, type TinyAnswer } from './tiny-protocol.ts';

/** How the tiny server is to behave. */
export interface TinyServerOptions {
  readonly tools: readonly ToolDefinition[];
  readonly draining?: boolean;
  /** The credentials it requires. */
  readonly credentials?: ServerCredentials;
  /** Broken steps of its authentication. */
  readonly auth?: Partial<AuthSteps>;
  /** Broken steps of its protocol. */
  readonly protocol?: Partial<ProtocolSteps>;
  /** Takes requests as leniently as node:http can. */
  readonly lenient?: true;
  /** Spoils a right answer before it is sent. */
  readonly tamper?: (response: TinyAnswer, request: TinyRequest) => TinyAnswer;
}

/** What a tampering function sees of the request. */
interface TinyRequest {
  readonly endpoint: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A small server of the standard, written by hand on node:http: right, until it is tampered with. */
export async function startTinyServer(options: TinyServerOptions): Promise<RunningServer> {
  const auth = options.credentials && createAuth(options.credentials, options.auth);
  const server = createServer({ insecureHTTPParser: options.lenient === true }, (incoming, outgoing) => {
    void handle(incoming, outgoing, options, auth);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function handle(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  options: TinyServerOptions,
  auth: Auth | undefined,
): Promise<void> {
  const [path = '', query = ''] = (incoming.url ?? '').split('?');
  const endpoint = `${incoming.method} ${path.replace(/(.)\/$/, '$1')}`;
  const bytes = await readBody(incoming);
  if (bytes === 'interrupted') return;
  const right =
    auth?.(endpoint, incoming) ??
    (bytes === 'too large' ? refuse('The body is too large.') : await route(endpoint, query, bytes, incoming, options));
  const body = bytes === 'too large' ? '' : bytes.toString();
  const { status, headers, text } =
    options.tamper?.(right, { endpoint, url: incoming.url ?? '', headers: incoming.headers, body }) ?? right;
  const connection = bytes === 'too large' ? { connection: 'close' } : {};
  outgoing.writeHead(status, { ...headers, ...connection, 'content-length': Buffer.byteLength(text) });
  outgoing.end(incoming.method === 'HEAD' ? undefined : text);
}

async function route(
  endpoint: string,
  query: string,
  bytes: Buffer,
  incoming: IncomingMessage,
  options: TinyServerOptions,
): Promise<TinyAnswer> {
  if (endpoint === 'GET /health') return { status: options.draining === true ? 503 : 200, headers: {}, text: '' };
  if (endpoint === 'GET /tools') return answerList(bytes, new URLSearchParams(query).get('$schema'), options.tools);
  if (endpoint === 'POST /tools/call') {
    if (options.draining === true) return withHeader(refuse('The server is stopping.'), 'retry-after', '1');
    const types = incoming.headersDistinct['content-type'] ?? [];
    const coded = incoming.headers['content-encoding'] !== undefined;
    const type = types.length === 1 && !coded ? types[0] : undefined;
    return answerCall(type, bytes, options.tools, {}, options.protocol);
  }
  return { status: 404, headers: {}, text: '' };
}

function withHeader(response: TinyAnswer, name: string, value: string): TinyAnswer {
  return { ...response, headers: { ...response.headers, [name]: value } };
}

async function readBody(incoming: IncomingMessage): Promise<Buffer | 'too large' | 'interrupted'> {
  if (Number(incoming.headers['content-length'] ?? 0) > 1024 * 1024) return 'too large';
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of incoming) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size > 1024 * 1024) return 'too large';
    }
  } catch {
    return 'interrupted';
  }
  return Buffer.concat(chunks);
}
