import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import process from 'node:process';
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
  name: 'sveltekit',
  files: {
    'package.json': '{ "private": true, "type": "module" }',
    'svelte.config.js': `import adapter from '@sveltejs/adapter-node';
export default { kit: { adapter: adapter() } };
`,
    'vite.config.js': `import { sveltekit } from '@sveltejs/kit/vite';
export default { plugins: [sveltekit()] };
`,
    'src/app.html': '<!doctype html><html><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>',
    'src/hooks.server.js': `export async function handle({ event, resolve }) {
  const { signIn, tools, withHeaders } = ${currentApp};
  const user = await signIn(event.request);
  if (user === undefined) return withHeaders(new Response('Please sign in', { status: 401 }));
  event.locals.user = user;
  return withHeaders((await tools(event.request, user)) ?? (await resolve(event)));
}
export const handleError = () => ({ message: 'Something went wrong' });
`,
    'src/routes/[...path]/+server.js': `const answer = async ({ request }) =>
  (await ${currentApp}.route(request)) ?? new Response('There is no such page', { status: 404 });
export { answer as GET, answer as POST };
export const trailingSlash = 'ignore';
`,
  },
  build: ['vite/bin/vite.js', 'build'],
};

const start: BuiltHost['start'] = async (testApp) => {
  // The limit of adapter-node is 512 KiB. It reads the variable when it is loaded.
  process.env['BODY_SIZE_LIMIT'] = 'Infinity';
  const folder = await buildOnce(app);
  const { handler } = (await import(/* @vite-ignore */ join(folder, 'build/handler.js'))) as {
    handler: RequestListener;
  };
  return listenOn(withApp(testApp, handler), testApp.port);
};

export const svelteKit: BuiltHost = {
  name: 'SvelteKit 2',
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
    originCheckException,
    {
      number: 27,
      reason: 'SvelteKit aborts the signal of a request only until its body has arrived',
      until: 'SvelteKit also aborts it afterwards',
      cases: [/^Disconnects: (?:a disconnect aborts the tool's signal|the app keeps running after many disconnects)/],
    },
  ],
};
