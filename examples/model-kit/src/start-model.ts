import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A model that runs here. */
export interface LocalModel {
  readonly url: string;
  /** The input of the model, request by request. */
  readonly requests: readonly unknown[];
  readonly close: () => void;
}

/** Starts a model that gives these answers, one to each request. */
export async function startModel(answers: readonly object[]): Promise<LocalModel> {
  const requests: unknown[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const answer = answers[requests.length];
      requests.push(JSON.parse(Buffer.concat(chunks).toString()));
      response.writeHead(answer === undefined ? 410 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer ?? { error: { message: 'The script is at its end.' } }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, requests, close };
}
