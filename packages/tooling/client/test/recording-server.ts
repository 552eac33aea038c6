import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as it arrived. */
export interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The time of the request, by a monotonic clock. */
  readonly at: number;
}

/** The response body; an object is sent as JSON. */
export interface Scripted {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A server that sends scripted responses and stores the requests. */
export interface RecordingServer {
  readonly url: string;
  readonly requests: readonly Recorded[];
}

/** Starts a server for one test. Each path has a separate script, whose last response repeats. */
export async function recordingServer(
  scripts: Readonly<Record<string, readonly Scripted[]>>,
): Promise<RecordingServer> {
  const requests: Recorded[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const earlier = requests.filter((one) => one.path === path).length;
      requests.push({ method, path, headers, text: Buffer.concat(chunks).toString(), at: performance.now() });
      const script = scripts[path] ?? [{ status: 404 }];
      const { status = 200, headers: more, body } = script[Math.min(earlier, script.length - 1)] ?? {};
      const isText = typeof body === 'string' || body === undefined;
      response.writeHead(status, { 'content-type': 'application/json', ...more });
      response.end(isText ? body : JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests };
}

/** An answer whose tool returned. */
export function value(returned: unknown): Scripted {
  return { body: { $schema: 'otc://1.0', result: { call_id: 'c', duration: 1, success: true, value: returned } } };
}

/** An answer whose tool failed. */
export function failure(error: object): Scripted {
  return { body: { $schema: 'otc://1.0', result: { call_id: 'c', duration: 1, success: false, error } } };
}

/** A listing of tools. */
export function listing(...tools: readonly object[]): Scripted {
  return { body: { $schema: 'otc://1.0', tools } };
}

/** The `request` of a call that was recorded. */
export function requestIn({ text }: Recorded): Readonly<Record<string, unknown>> {
  return (JSON.parse(text) as { readonly request: Readonly<Record<string, unknown>> }).request;
}
