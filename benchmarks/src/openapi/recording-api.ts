import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it arrived. */
export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** An API that accepts everything and records it. */
export interface RecordingApi {
  readonly url: string;
  /** The requests since the last time. */
  take(): readonly ReceivedRequest[];
  close(): void;
}

/** Starts an API on a free port. */
export async function startRecordingApi(): Promise<RecordingApi> {
  let received: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      received.push({ method, url, headers, text: Buffer.concat(chunks).toString() });
      response.setHeader('content-type', 'application/json').end('{"ok":true}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take() {
      const taken = received;
      received = [];
      return taken;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
