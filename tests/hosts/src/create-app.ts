import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TestApp } from './host.ts';

/** Completes an app: without a parser, headers and routes, and with `anonymous` as the user of every request. */
export function createApp({ mounts, ...rest }: Pick<TestApp, 'mounts'> & Partial<TestApp>): TestApp {
  const { routes = [], answerRoute = (request) => request } = rest;
  const pass = (_request: IncomingMessage, _response: ServerResponse, next: () => void): void => next();
  return {
    parser: undefined,
    headers: {},
    signIn: async () => 'anonymous',
    routes,
    front: pass,
    guard: pass,
    back: (request, response, next) => {
      const { originalUrl = request.url ?? '/', body = null } = request as { originalUrl?: string; body?: unknown };
      const path = originalUrl.split('?')[0] ?? originalUrl;
      if (!routes.includes(path)) return next();
      void (async () => {
        const json = JSON.stringify(await answerRoute({ path, body }));
        response.writeHead(200, { 'content-type': 'application/json' }).end(json);
      })();
    },
    mounts,
    ...rest,
  };
}
