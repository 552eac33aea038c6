import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { failure } from '../cli-error.ts';

const signInTimeoutMs = 10 * 60_000;

/** Listens at a local URL for the redirect of an authorization server with this state. Requests from other pages are ignored. */
export async function listenForCallback(state: string, signal: AbortSignal) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  const either = AbortSignal.any([signal, AbortSignal.timeout(signInTimeoutMs)]);
  const parameters = new Promise<URLSearchParams>((resolve, reject) => {
    const cancel = (): void => reject(failure('Sign-in timed out.'));
    either.addEventListener('abort', cancel);
    if (either.aborted) cancel();
    server.on('request', (request, response) => {
      // The URL class throws for a target such as `//`. A query may contain more question marks.
      const [path, ...query] = (request.url ?? '').split('?');
      const searchParams = new URLSearchParams(query.join('?'));
      const hasResult = searchParams.has('code') || searchParams.has('error');
      const isRedirect = path === '/callback' && hasResult && searchParams.get('state') === state;
      response.writeHead(isRedirect ? 200 : 404, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
      response.end(isRedirect ? 'You can close this page, and go back to the terminal.\n' : 'Not found.\n');
      if (isRedirect) resolve(searchParams);
    });
  });
  // The caller may have stopped waiting.
  parameters.catch(() => undefined);
  return {
    redirectUri,
    parameters,
    close(): void {
      server.close();
      server.closeIdleConnections();
    },
  };
}
