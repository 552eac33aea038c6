import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { type BuiltApp, buildOnce } from '../built/built-app.ts';
import { currentApp, withApp } from '../built/current-app.ts';
import type { BuiltHost } from '../host.ts';
import { listenOn } from '../listen.ts';
import {
  absoluteTargetException,
  firstFieldException,
  headLengthException,
  originCheckException,
  requestExceptions,
  resolvedPathException,
} from './web-request.ts';

const app: BuiltApp = {
  name: 'astro',
  files: {
    'package.json': '{ "private": true, "type": "module" }',
    'astro.config.mjs': `import node from '@astrojs/node';
export default { output: 'server', adapter: node({ mode: 'middleware' }) };
`,
    'src/middleware.js': `export async function onRequest({ request, locals }, next) {
  const { signIn, tools, withHeaders } = ${currentApp};
  const user = await signIn(request);
  if (user === undefined) return withHeaders(new Response('Please sign in', { status: 401 }));
  locals.user = user;
  return withHeaders((await tools(request, user)) ?? (await next()));
}
`,
    'src/pages/[...path].js': `const answer = async ({ request }) =>
  (await ${currentApp}.route(request)) ?? new Response('There is no such page', { status: 404 });
export { answer as GET, answer as POST };
`,
    'src/pages/500.astro': 'Something went wrong',
  },
  build: ['astro/astro.js', 'build'],
};

const start: BuiltHost['start'] = async (testApp) => {
  const folder = await buildOnce(app);
  const entry = join(folder, 'dist/server/entry.mjs');
  const { handler } = (await import(/* @vite-ignore */ entry)) as { handler: RequestListener };
  return listenOn(withApp(testApp, handler), testApp.port);
};

export const astro: BuiltHost = {
  name: 'Astro 5',
  adapter: '@toolwire/fetch',
  bodies: ['unread'],
  prepare: () => buildOnce(app),
  start,
  exceptions: [
    ...requestExceptions,
    firstFieldException,
    headLengthException,
    resolvedPathException,
    absoluteTargetException,
    {
      ...originCheckException,
      // Astro also refuses every method but GET, HEAD and OPTIONS without a content type.
      cases: [
        ...originCheckException.cases,
        'Bodies: a body without a content type is refused with an error of the standard, and nothing runs',
        'Methods and connections: another method returns 405 with the allowed methods',
        'Edge 22: content types: a call without a content type is refused, because any web page could send it',
        /^Edge 24: methods and paths: DELETE .* returns 405 with the allowed methods$/,
        'Credentials: none: the refusal does not depend on the body: no content type',
      ],
    },
    {
      number: 28,
      reason: 'Astro starts the response to a caller that has disconnected; nothing of it is sent',
      until: 'Astro checks the connection first',
      cases: [/^Disconnects: .* nothing is written afterwards$/],
    },
    {
      number: 37,
      reason: 'Astro runs the middleware again for its page of an error, so that errors are logged twice',
      until: 'Astro renders the page without the middleware',
      cases: [
        "Principals: an error or rejection of the app's principal is logged once by the tools",
        'Principals: an invalid principal is a 500, and the log states the expected form',
        'Principals: a principal that throws when it is read is a 500, and the log has the error',
        'Principals: a principal that never resolves is a 500 after a timeout',
        "Streams and failures: an error or rejection of the app's `values` is logged by the tools",
      ],
    },
    {
      number: 29,
      reason: 'Astro adds a listener to the connection for each request in its pipeline',
      until: 'Astro adds one listener to a connection',
      cases: ['the standard: the suite causes no unhandled rejection and no uncaught exception'],
    },
  ],
};
