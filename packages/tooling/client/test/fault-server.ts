import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** The behavior of a server for one request on its connection. `run` runs the tool and returns the response body. */
export type Step = (socket: Socket, run: () => string) => void;

/** A server that writes raw bytes, whose tool counts its runs. */
export interface FaultServer {
  readonly url: string;
  readonly runs: () => number;
  readonly close: () => void;
}

/** The options of a fault server. */
export interface FaultServerOptions {
  /** Before a request is read, as if the server had just stopped. */
  readonly onConnect?: readonly (((socket: Socket) => void) | undefined)[];
  /** The behavior for each request in turn. The last one repeats. */
  readonly steps: readonly Step[];
  /** Whether it returns its first response for a repeated call ID. Default: true. */
  readonly knowsCallIds?: boolean;
}

/** Starts a server, on a free port if none is given; each connection carries one request. */
export async function faultServer(
  { onConnect = [], steps, knowsCallIds = true }: FaultServerOptions,
  atPort = 0,
): Promise<FaultServer> {
  let connections = 0;
  let requests = 0;
  let runs = 0;
  const firstAnswers = new Map<string, string>();
  const sockets = new Set<Socket>();

  const runFor = (callId: string) => (): string => {
    const known = knowsCallIds ? firstAnswers.get(callId) : undefined;
    if (known !== undefined) return known;
    runs += 1;
    const answer = JSON.stringify({ $schema: 'otc://1.0', result: { call_id: callId, success: true, value: 15 } });
    firstAnswers.set(callId, answer);
    return answer;
  };

  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    const atOnce = onConnect[connections];
    connections += 1;
    if (atOnce) {
      atOnce(socket);
      return;
    }
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
      const body = completeBody(text);
      if (body === undefined) return;
      text = '';
      const step = steps[Math.min(requests, steps.length - 1)];
      requests += 1;
      const { request } = JSON.parse(body) as { readonly request: { readonly call_id: string } };
      step?.(socket, runFor(request.call_id));
    });
  });
  server.listen(atPort, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    runs: () => runs,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function completeBody(text: string): string | undefined {
  const end = text.indexOf('\r\n\r\n');
  const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN);
  return end >= 0 && text.length >= end + 4 + length ? text.slice(end + 4) : undefined;
}

/** The bytes of an answer; `length` lies about how much is to come. */
export function bytes(
  status: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
  length?: number,
): string {
  const all = {
    'content-type': 'application/json',
    'content-length': String(length ?? Buffer.byteLength(body)),
    connection: 'close',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, text]) => `${name}: ${text}\r\n`);
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`;
}

/** Runs the tool, and sends a correct response. */
export const works: Step = (socket, run) => void socket.end(bytes('200 OK', run()));

/** Answers without running the tool. */
export function answers(status: string, body: string | object, headers?: Readonly<Record<string, string>>): Step {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return (socket) => void socket.end(bytes(status, text, headers));
}

/** Runs the tool, which fails with this message. */
export function fails(error: object): Step {
  return (socket, run) => {
    run();
    socket.end(bytes('200 OK', JSON.stringify({ result: { call_id: 'c', success: false, error } })));
  };
}
