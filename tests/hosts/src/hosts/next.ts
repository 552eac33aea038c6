import type { RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { type BuiltApp, buildOnce } from '../built/built-app.ts';
import { currentApp, withApp } from '../built/current-app.ts';
import type { BuiltHost } from '../host.ts';
import { listenOn } from '../listen.ts';
import {
  absoluteTargetException,
  asteriskException,
  firstFieldException,
  queryException,
  requestExceptions,
  resolvedPathException,
} from './web-request.ts';

const app: BuiltApp = {
  name: 'next',
  files: {
    'package.json': '{ "private": true, "type": "module" }',
    'next.config.mjs': `import { join } from 'node:path';
const root = join(import.meta.dirname, '..');
export default { turbopack: { root }, outputFileTracingRoot: root, skipTrailingSlashRedirect: true, poweredByHeader: false };
`,
    'proxy.js': `import { NextResponse } from 'next/server';
export async function proxy(request) {
  const { signIn, withHeaders } = ${currentApp};
  const user = await signIn(request);
  if (user === undefined) return withHeaders(new Response('Please sign in', { status: 401 }));
  const headers = new Headers(request.headers);
  headers.set('x-user', user);
  return withHeaders(NextResponse.next({ request: { headers } }));
}
`,
    'app/[[...path]]/route.js': `const answer = async (request) => {
  const { tools, route } = ${currentApp};
  return (
    (await tools(request, request.headers.get('x-user'))) ??
    (await route(request)) ??
    new Response('There is no such page', { status: 404 })
  );
};
export { answer as GET, answer as HEAD, answer as OPTIONS, answer as POST };
export { answer as DELETE, answer as PATCH, answer as PUT };
`,
  },
  build: ['next/dist/bin/next', 'build'],
};

interface NextServer {
  prepare: () => Promise<void>;
  getRequestHandler: () => RequestListener;
}

let running: Promise<RequestListener> | undefined;

async function loadListener(): Promise<RequestListener> {
  // Next.js hides listeners for rejections of the whole process, and Vitest then counts those of other frameworks. It reads the variable
  // when it is loaded.
  process.env['NEXT_UNHANDLED_REJECTION_FILTER'] = 'disabled';
  const dir = await buildOnce(app);
  const next = createRequire(join(dir, 'package.json'))('next') as (options: object) => NextServer;
  const server = next({ dev: false, dir });
  await server.prepare();
  return server.getRequestHandler();
}

const start: BuiltHost['start'] = async (testApp) => {
  running ??= loadListener();
  return listenOn(withApp(testApp, await running), testApp.port);
};

export const nextSixteen: BuiltHost = {
  name: 'Next.js 16',
  adapter: '@toolwire/fetch',
  bodies: ['unread'],
  prepare: () => buildOnce(app),
  start,
  exceptions: [
    ...requestExceptions,
    firstFieldException,
    resolvedPathException,
    absoluteTargetException,
    asteriskException,
    queryException,
    {
      number: 33,
      reason: 'Next.js redirects paths with two slashes in a row',
      until: 'Next.js passes the path on as it was sent',
      cases: [
        "Other routes: paths that are almost the tools' paths get the app's 404",
        "Other routes: a doubled slash in front of the tools' paths gets the app's 404",
        /^Edge 24: methods and paths: (?:\/tools\/|\/)\/(?:call|tools) is not found$/,
      ],
    },
    {
      number: 34,
      reason: 'headers that `proxy.ts` sets replace headers of the route',
      until: 'Next.js keeps the content type of a route',
      cases: [
        'Middleware before the tools: a content type that the app has set does not change the type of a response',
      ],
    },
    {
      number: 35,
      reason: 'an app with `proxy.ts` reads bodies up to 10 MB before the route sees the request',
      until: 'Next.js passes the body on as a stream',
      cases: [
        /a body announced as (?:over the limit|2 GB) is refused before it arrives, and the connection is closed$/,
      ],
    },
    {
      number: 36,
      reason: 'a body that ends early is an uncaught exception in Next.js, which logs it',
      until: 'Next.js handles the error of the request',
      cases: ['the standard: the suite causes no unhandled rejection and no uncaught exception'],
    },
  ],
};
