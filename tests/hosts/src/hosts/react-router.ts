import type { RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Express } from 'express';
import { type BuiltApp, buildOnce } from '../built/built-app.ts';
import { currentApp, withApp } from '../built/current-app.ts';
import type { BuiltHost } from '../host.ts';
import { listenOn } from '../listen.ts';
import {
  absoluteTargetException,
  asteriskException,
  firstFieldException,
  headLengthException,
  queryException,
  requestExceptions,
  resolvedPathException,
} from './web-request.ts';

const app: BuiltApp = {
  name: 'react-router',
  files: {
    'package.json': '{ "private": true, "type": "module", "dependencies": { "@react-router/node": "*" } }',
    'react-router.config.js': 'export default { future: { v8_middleware: true } };\n',
    'vite.config.js': `import { reactRouter } from '@react-router/dev/vite';
export default { plugins: [reactRouter()] };
`,
    'app/root.jsx': `import { createContext, Outlet } from 'react-router';
export const userContext = createContext();
export const middleware = [async ({ request, context }, next) => {
  const { signIn, withHeaders } = ${currentApp};
  const user = await signIn(request);
  if (user === undefined) return withHeaders(new Response('Please sign in', { status: 401 }));
  context.set(userContext, user);
  return withHeaders(await next());
}];
export default () => <html><body><Outlet /></body></html>;
`,
    'app/routes.js': `import { route } from '@react-router/dev/routes';
export default [route('*', 'tools.js')];
`,
    'app/tools.js': `import { userContext } from './root.jsx';
const answer = async ({ request, context }) => {
  const { tools, route } = ${currentApp};
  return (
    (await tools(request, context.get(userContext))) ??
    (await route(request)) ??
    new Response('There is no such page', { status: 404 })
  );
};
export { answer as action, answer as loader };
`,
  },
  build: ['@react-router/dev/bin.js', 'build'],
};

interface Modules {
  express: () => Express;
  compression: () => RequestListener;
  handler: { createRequestHandler: (options: { build: unknown }) => RequestListener };
}

/** The app of react-router-serve, which starts with its module and has no function to create it. */
async function createServeApp(folder: string): Promise<Express> {
  const require = createRequire(
    createRequire(join(folder, 'package.json')).resolve('@react-router/serve/package.json'),
  );
  const express = require('express') as Modules['express'];
  const compression = require('compression') as Modules['compression'];
  const { createRequestHandler } = require('@react-router/express') as Modules['handler'];
  const build: unknown = await import(/* @vite-ignore */ join(folder, 'build/server/index.js'));
  const served = express();
  served.disable('x-powered-by');
  served.use(compression());
  served.all('*', createRequestHandler({ build }));
  return served;
}

const start: BuiltHost['start'] = async (testApp) => {
  const served = await createServeApp(await buildOnce(app));
  return listenOn(withApp(testApp, served), testApp.port);
};

export const reactRouter: BuiltHost = {
  name: 'React Router 7',
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
    asteriskException,
    queryException,
    {
      number: 30,
      reason: '@react-router/express adds `charset=utf-8` to content types',
      until: '@react-router/express keeps the content type of a response',
      cases: [
        "Middleware before the tools: headers of the tools are added to the app's headers",
        'Middleware before the tools: a content type that the app has set does not change the type of a response',
        'Streams and failures: a response may be a stream, even an empty one',
      ],
    },
  ],
};
