import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { failure } from '../cli-error.ts';

/** A page of this machine to which an authorization server sends the browser back. */
export interface Callback {
  readonly redirectUri: string;
  /** What it was sent back with. */
  readonly parameters: Promise<URLSearchParams>;
  readonly close: () => void;
}

const patienceMs = 10 * 60_000;

/** Listens for a browser that comes back from the sign-in of this state; what any other page sends here ends nothing. */
export async function waitForCallback(state: string, signal: AbortSignal): Promise<Callback> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  const either = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
  const parameters = new Promise<URLSearchParams>((resolve, reject) => {
    either.addEventListener('abort', () => reject(failure('Nobody has signed in.')));
    server.on('request', (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', redirectUri);
      const isAnswer = searchParams.has('code') || searchParams.has('error');
      const isBack = pathname === '/callback' && isAnswer && searchParams.get('state') === state;
      response.writeHead(isBack ? 200 : 404, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
      response.end(isBack ? 'You can close this page, and go back to the terminal.\n' : 'There is nothing here.\n');
      if (isBack) resolve(searchParams);
    });
  });
  // Heard of by whoever awaits it, if anybody still does.
  parameters.catch(() => undefined);
  return {
    redirectUri,
    parameters,
    close() {
      server.close();
      server.closeIdleConnections();
    },
  };
}
