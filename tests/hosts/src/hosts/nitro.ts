import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { type BuiltApp, buildOnce } from '../built/built-app.ts';
import { currentApp, withApp } from '../built/current-app.ts';
import type { BuiltHost } from '../host.ts';
import { listenOn } from '../listen.ts';
import { asteriskException, firstFieldException, headLengthException, requestExceptions } from './web-request.ts';

const app: BuiltApp = {
  name: 'nitro',
  files: {
    'package.json': '{ "private": true, "type": "module" }',
    'server.mjs': `import { H3 } from 'h3';
const app = new H3();
app.use(async (event, next) => {
  const { signIn, tools, withHeaders } = ${currentApp};
  const user = await signIn(event.req);
  if (user === undefined) return withHeaders(new Response('Please sign in', { status: 401 }));
  const answer = await tools(event.req, user);
  return answer === undefined ? next() : withHeaders(answer);
});
export default app;
`,
    'routes/[...path].mjs': `export default async (event) =>
  (await ${currentApp}.route(event.req)) ?? new Response('There is no such page', { status: 404 });
`,
  },
  build: ['nitro/dist/cli/index.mjs', 'build', '--preset=node_middleware'],
};

const start: BuiltHost['start'] = async (testApp) => {
  const folder = await buildOnce(app);
  const entry = join(folder, '.output/server/index.mjs');
  const { middleware } = (await import(/* @vite-ignore */ entry)) as { middleware: RequestListener };
  return listenOn(withApp(testApp, middleware), testApp.port);
};

export const nitroThree: BuiltHost = {
  name: 'Nitro 3',
  adapter: '@toolwire/fetch',
  bodies: ['unread'],
  prepare: () => buildOnce(app),
  start,
  exceptions: [
    ...requestExceptions,
    firstFieldException,
    headLengthException,
    asteriskException,
    {
      number: 31,
      reason: 'the server of Nitro 3.0.0 aborts the signal after each response, and not on a disconnect',
      until: 'Nitro has a newer version of srvx',
      cases: [
        /^Disconnects: (?:a disconnect aborts|without a disconnect|the app keeps running after many disconnects)/,
      ],
    },
    {
      number: 32,
      reason: 'a stream that fails is an unhandled rejection in Nitro 3.0.0, which logs it',
      until: 'Nitro has a newer version of srvx',
      cases: ['Streams and failures: a stream that fails truncates its response, and nothing else'],
    },
  ],
};
