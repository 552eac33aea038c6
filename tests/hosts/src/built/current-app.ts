import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestListener } from 'node:http';
import { createFetchHandler, type FetchHandler } from '@toolwire/fetch';
import type { TestApp } from '../host.ts';
import { fetchRequester, mountOptions } from '../requester.ts';

/** The parts of a test's app that a built app calls. */
interface CurrentApp {
  readonly headers: Headers;
  readonly signIn: (request: Request) => Promise<string | undefined>;
  /** The response of the tools, or `undefined` for another route. */
  readonly tools: (request: Request, user: string) => Promise<Response | undefined>;
  /** Responds to the app's own routes. Returns `undefined` for every other path. */
  readonly route: (request: Request) => Promise<Response | undefined>;
  /** The response with the headers of the app. */
  readonly withHeaders: (response: Response) => Response;
}

/** A build runs once, and serves the apps of many tests. Each request has its app in this storage. */
const storage = new AsyncLocalStorage<CurrentApp>();
Object.assign(globalThis, { [Symbol.for('toolwire.test.app')]: storage });

/** The expression that reads the app in the source of a built app. */
export const currentApp = "globalThis[Symbol.for('toolwire.test.app')].getStore()";

/** A listener whose requests have the app of a test. */
export function withApp(app: TestApp, listener: RequestListener): RequestListener {
  const current = toCurrentApp(app);
  return (request, response) => storage.run(current, () => listener(request, response));
}

function toCurrentApp({
  headers: own,
  signIn,
  mounts,
  routes,
  answerRoute = (request) => request,
}: TestApp): CurrentApp {
  const headers = new Headers();
  for (const [name, values] of Object.entries(own)) {
    for (const value of [values].flat()) headers.append(name, value);
  }
  const users = new WeakMap<Request, string>();
  const handlers = mounts.map(
    (mount): FetchHandler =>
      createFetchHandler(mount.server, {
        basePath: mount.prefix,
        ...mountOptions(mount, (request: Request) => fetchRequester(request, users.get(request))),
      }),
  );
  return {
    headers,
    signIn: ({ headers: sent }) => signIn(sent.get('authorization') ?? undefined),
    tools: async (request, user) => {
      users.set(request, user);
      for (const handle of handlers) {
        const response = await handle(request, { headers });
        if (response !== undefined) return response;
      }
      return undefined;
    },
    route: async (request) => {
      const { pathname: path } = new URL(request.url);
      if (!routes.includes(path)) return undefined;
      const body: unknown = request.method === 'POST' ? await request.json() : null;
      return Response.json(await answerRoute({ path, body }));
    },
    withHeaders: (response) => {
      const added = [...headers].filter(([name]) => !response.headers.has(name));
      for (const [name, value] of added) response.headers.append(name, value);
      return response;
    },
  };
}
