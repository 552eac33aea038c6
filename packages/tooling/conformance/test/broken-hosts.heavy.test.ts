import { isPromise } from '@toolwire/core';
import { copyPrincipal } from '@toolwire/internal';
import { expect, test } from 'vitest';
import { watchFaults } from '../src/host/fault-watch.ts';
import type { HostCase } from '../src/host/host-case.ts';
import { hostSuite, runHostCase } from '../src/host/host-suite.ts';
import type { Bodies } from '../src/host.ts';
import { createResponseSchemas } from '../src/index.ts';
import { createTinyHandler } from './tiny-handler.ts';
import { type HostSteps, rightSteps, tinyHost } from './tiny-host.ts';

const schemas = createResponseSchemas();
const { below, parse, read, write } = rightSteps;

const cases = new Map(
  hostSuite.flatMap((group) => group.cases.map((one): [string, HostCase] => [`${group.title}: ${one.title}`, one])),
);

function run(title: string, bodies: Bodies, brokenSteps: Partial<HostSteps> = {}): Promise<void> {
  const hostCase = cases.get(title);
  if (hostCase === undefined) throw new Error(`There is no case '${title}'.`);
  return runHostCase(hostCase, { mount: tinyHost(brokenSteps), createServer: createTinyHandler, schemas }, bodies);
}

test.concurrent.each([...cases.keys()].flatMap((title) => [[title, 'unread'] as const, [title, 'parsed'] as const]))(
  'a small hand-written adapter passes: %s (bodies %s)',
  (title, bodies) => run(title, bodies),
);

interface BrokenHost {
  readonly flaw: string;
  readonly steps: Partial<HostSteps>;
  readonly caught: string;
  readonly bodies?: Bodies;
}

const gone = async (): Promise<void> => undefined;

/** Existing response headers, and whether the caller is still connected. */
const writeAtOnce: HostSteps['write'] = async ({ status, headers, body }, _request, response) =>
  void response.writeHead(status, headers).end(body as string);

function writeWithout(header: string): HostSteps['write'] {
  return ({ headers, ...answer }, ...rest) => {
    const others = Object.entries(headers).filter(([name]) => name !== header);
    return write({ ...answer, headers: Object.fromEntries(others) }, ...rest);
  };
}

const brokenHosts: readonly BrokenHost[] = [
  {
    flaw: 'cuts the prefix off the start only where it is alone',
    steps: { below: (url, prefix) => (prefix === '/' ? url : url.replace(prefix, '') || undefined) },
    caught: 'Mounting: tools answer below /api/ai',
  },
  {
    flaw: 'serves the first mount only',
    steps: { notFound: () => ({ status: 404, headers: {}, body: 'not here' }) },
    caught: 'Mounting: a mount below another mount is reachable',
  },
  {
    flaw: 'gives every mount the tools of the root',
    steps: { below: (url, prefix) => (prefix === '/api/ai' ? below(url.replace('/other', '/ai'), prefix) : undefined) },
    caught: 'Mounting: two mounts in one app are independent',
  },
  {
    flaw: 'takes the query to be part of the path',
    steps: { below: (url, prefix) => below(url, prefix)?.replace('?', '%3F') },
    caught: 'Mounting: a trailing slash and a query change nothing',
  },
  {
    flaw: 'knows only the first of a repeated header',
    steps: { header: (request, name) => request.headersDistinct[name]?.[0] },
    caught: 'Mounting: method, path, query and repeated headers arrive unchanged',
  },
  {
    flaw: 'answers 404 for the app',
    steps: { notFound: () => ({ status: 404, headers: {}, body: 'not here' }) },
    caught: "Other routes: unknown paths get the app's 404, below the tools and elsewhere",
  },
  {
    flaw: 'decodes the path',
    steps: { below: (url, prefix) => below(url.replace('%2F', '/'), prefix) },
    caught: "Other routes: paths that are almost the tools' paths get the app's 404",
  },
  {
    flaw: 'takes no notice of capitals',
    steps: { below: (url, prefix) => below(url.toLowerCase(), prefix) },
    caught: "Other routes: paths that are almost the tools' paths get the app's 404",
  },
  {
    flaw: 'folds slashes',
    steps: { below: (url, prefix) => below(url.replaceAll('//', '/'), prefix) },
    caught: "Other routes: a doubled slash in front of the tools' paths gets the app's 404",
  },
  {
    flaw: 'answers whatever begins like its prefix',
    steps: {
      below: (url, prefix) => (url.startsWith(prefix) ? url.slice(prefix.length) : undefined),
      notFound: () => ({ status: 404, headers: {} }),
    },
    caught: "Other routes: the app's /api/aid responds as without the tools",
  },
  {
    flaw: "answers broken bodies of the app's own addresses",
    steps: { notFound: () => ({ status: 400, headers: {}, body: '{"$schema":"otc://1.0"}' }) },
    caught: "Other routes: an invalid body for the app's route is refused by the app",
  },
  {
    flaw: 'writes its headers over those of the app',
    steps: { write: writeAtOnce },
    caught: 'Middleware before the tools: headers of the app are on every response',
  },
  {
    flaw: 'sets CORS headers by itself',
    steps: {
      write: (answer, ...rest) =>
        write({ ...answer, headers: { ...answer.headers, 'access-control-allow-origin': '*' } }, ...rest),
    },
    caught: "Middleware before the tools: headers of the tools are added to the app's headers",
  },
  {
    flaw: "keeps the app's content type",
    steps: { write: writeWithout('content-type') },
    caught: 'Middleware before the tools: a content type that the app has set does not change the type of a response',
  },
  {
    flaw: 'reads the principal of requests that are not for the tools',
    steps: { caller: (mount, request) => rightSteps.caller(mount, request, '/tools') },
    caught: "Other routes: the app's functions for principals and values do not run for other routes",
  },
  {
    flaw: 'hands nothing over',
    steps: { values: () => [] },
    caught: "Middleware before the tools: a tool receives the app's user",
  },
  {
    flaw: 'does not say who calls',
    steps: { caller: () => undefined },
    caught: 'Principals: a tool receives the principal of each caller',
  },
  {
    flaw: 'does not wait for a principal that takes its time',
    steps: {
      caller: ({ principal }, request) => {
        const named = principal(request);
        return isPromise(named) ? undefined : { principal: named ?? undefined, unnamed: 'by_credentials' };
      },
    },
    caught: 'Principals: a tool receives a principal that resolves later',
  },
  {
    flaw: 'takes everybody for one caller',
    steps: { caller: () => ({ principal: { id: 'somebody' }, unnamed: 'by_credentials' }) },
    caught: 'Principals: a caller without a principal is anonymous, and is served',
  },
  {
    flaw: "takes credentials' names for callers'",
    steps: { caller: () => ({ principal: { id: 'caller' }, unnamed: 'by_credentials' }) },
    caught:
      'Principals: the principal of the app is used where the tools also require credentials, which must still be valid',
  },
  {
    flaw: 'serves an anonymous caller when the principal has failed',
    steps: {
      caller: (...asked) => Promise.resolve(rightSteps.caller(...asked)).catch(() => ({ unnamed: 'by_credentials' })),
    },
    caught: "Principals: an error in the app's principal is the app's 500, and no tool runs",
  },
  {
    flaw: 'does not tell the log that the principal has failed',
    steps: {
      caller: ({ server: { report: _report, ...server }, ...mount }, ...request) =>
        rightSteps.caller({ ...mount, server }, ...request),
    },
    caught: "Principals: an error or rejection of the app's principal is logged once by the tools",
  },
  {
    flaw: 'takes any principal as it is',
    steps: {
      caller: async ({ principal }, request) => ({
        principal: (await principal(request)) ?? undefined,
        unnamed: 'one',
      }),
    },
    caught: 'Principals: an invalid principal is a 500, and the log states the expected form',
  },
  {
    flaw: 'waits for nothing but promises of the language',
    steps: {
      caller: (mount, request, url) => {
        const named = mount.principal(request);
        return named instanceof Promise
          ? rightSteps.caller(mount, request, url)
          : { principal: copyPrincipal(named), unnamed: 'by_credentials' };
      },
    },
    caught: 'Principals: an unusual object with a valid ID is a principal, returned or resolved',
  },
  {
    flaw: 'hands the user of one mount to another',
    steps: { values: (mount) => mount.values({ user: 'ada' }) },
    caught: 'Mounting: each mount passes its own values to its tools',
  },
  {
    flaw: 'is mounted in front of the sign-in',
    steps: { guard: gone },
    caught: 'Middleware before the tools: unauthenticated callers are answered by the app, and no tool runs',
  },
  {
    flaw: 'lists the tools when the parser has failed',
    steps: { refusal: (answer) => answer },
    caught: "Middleware before the tools: a body that fails the app's parser does not bypass the sign-in after it",
    bodies: 'parsed',
  },
  {
    flaw: 'takes what a parser leaves for a body when it has read none',
    steps: { parse: async (...args) => (await parse(...args)) ?? { kind: 'parsed', value: {} } },
    caught: "Bodies: a body that the app's parser does not read arrives",
    bodies: 'parsed',
  },
  {
    flaw: 'reads no more than the first chunk',
    steps: {
      read: (request) =>
        new Promise((resolve) => request.once('data', (bytes: Buffer) => resolve({ kind: 'bytes', bytes }))),
    },
    caught: 'Bodies: a slow body arrives',
  },
  {
    flaw: 'leaves a refused body to the app',
    steps: { refusal: () => undefined },
    caught: 'Bodies: a body that is not JSON is refused with an error of the standard, and nothing runs',
    bodies: 'parsed',
  },
  {
    flaw: 'cuts bodies off',
    steps: { read: (request) => read(request, 100_000) },
    caught: 'Bodies: a body of 256 kB arrives when the limit of the parser allows it',
  },
  {
    flaw: 'waits for a body that it will refuse',
    steps: {
      header: (request, name) => (name === 'content-length' ? undefined : rightSteps.header(request, name)),
      read: () => new Promise(() => undefined),
    },
    caught: 'Bodies: a body announced as over the limit is refused before it arrives, and the connection is closed',
  },
  {
    flaw: 'hangs up on a caller who still sends',
    steps: {
      write: async (answer, request, response) => {
        if (!request.complete) response.destroy();
        return write(answer, request, response);
      },
    },
    caught: 'Bodies: a body that exceeds the limit is refused, and its sender can read the response',
  },
  {
    flaw: 'takes a body that broke off for whole',
    steps: {
      read: async (request, maxBytes) => {
        const body = await read(request, maxBytes);
        const call = '{"request":{"tool_id":"Host.Count@1.0.0"}}';
        return body.kind === 'unreadable' ? { kind: 'bytes', bytes: Buffer.from(call) } : body;
      },
    },
    caught: 'Bodies: a truncated body runs nothing',
  },
  {
    flaw: 'answers HEAD without a length',
    steps: { write: writeWithout('content-length') },
    caught: 'Methods and connections: HEAD returns the status and headers of GET',
  },
  ...['OPTIONS lists the allowed methods', 'another method returns 405 with the allowed methods'].map((title) => ({
    flaw: `does not say what is allowed: ${title}`,
    steps: { write: writeWithout('allow') },
    caught: `Methods and connections: ${title}`,
  })),
  {
    flaw: 'hangs up after every error',
    steps: {
      write: (answer, request, response) => {
        if (answer.status >= 400) response.setHeader('connection', 'close');
        return write(answer, request, response);
      },
    },
    caught: 'Methods and connections: a keep-alive connection survives every kind of error',
  },
  {
    flaw: 'never tells a tool that its caller is gone',
    steps: { signalOf: () => new AbortController().signal },
    caught: "Disconnects: a disconnect aborts the tool's signal, and nothing is written afterwards",
  },
  {
    flaw: 'writes to callers who are gone',
    steps: { write: writeAtOnce },
    caught: "Disconnects: a disconnect aborts the tool's signal, and nothing is written afterwards",
  },
  {
    flaw: 'takes the end of every answer for the leaving of its caller',
    steps: {
      signalOf: (_request, response) => {
        const controller = new AbortController();
        response.once('close', () => controller.abort());
        return controller.signal;
      },
    },
    caught: "Disconnects: without a disconnect the tool's signal never aborts",
  },
  {
    flaw: 'does not know of streams',
    steps: {
      write: ({ body, ...answer }, ...rest) => write(typeof body === 'string' ? { ...answer, body } : answer, ...rest),
    },
    caught: 'Streams and failures: a response may be a stream, even an empty one',
  },
  {
    flaw: 'lets the source run on when its reader has gone',
    steps: {
      write: async ({ body }, _request, response) => {
        for await (const chunk of body as AsyncIterable<Uint8Array>) {
          if (!response.write(chunk)) await new Promise((resolve) => response.once('drain', resolve));
        }
      },
    },
    caught: 'Streams and failures: a stream waits for a slow reader, and ends when its reader disconnects',
  },
  {
    flaw: 'writes a stream without waiting for its reader',
    steps: {
      write: async ({ body }, _request, response) => {
        for await (const chunk of body as AsyncIterable<Uint8Array>) {
          if (response.destroyed) return;
          response.write(chunk);
        }
      },
    },
    caught: 'Streams and failures: a stream waits for a slow reader, and ends when its reader disconnects',
  },
  {
    flaw: 'ends a stream that has failed as if it were whole',
    steps: {
      write: async ({ body, ...answer }, request, response) => {
        const chunks: Uint8Array[] = [];
        try {
          for await (const chunk of body as AsyncIterable<Uint8Array>) chunks.push(chunk);
        } catch {
          // On purpose: the flaw.
        }
        return write({ ...answer, body: Buffer.concat(chunks) }, request, response);
      },
    },
    caught: 'Streams and failures: a stream that fails truncates its response, and nothing else',
  },
  {
    flaw: 'runs tools although the values have failed',
    steps: {
      values: (mount, request) => {
        try {
          return mount.values(request);
        } catch {
          return [];
        }
      },
    },
    caught: "Streams and failures: an error in the app's `values` is the app's 500, and no tool runs",
  },
  {
    flaw: 'does not tell the log that the values have failed',
    steps: { values: (mount, request) => mount.values(request) },
    caught: "Streams and failures: an error or rejection of the app's `values` is logged by the tools",
  },
  {
    flaw: 'does not wait for values that take their time',
    steps: {
      values: (mount, request) => {
        const entries = mount.values(request);
        return isPromise(entries) ? [] : entries;
      },
    },
    caught: "Middleware before the tools: a tool receives the app's user when reading it takes time",
  },
];

// All of them with `npm test -- --all`.
const selectedHosts = brokenHosts.filter((_, index) => process.env['TEST_SCOPE'] === 'all' || index % 24 === 0);

test.concurrent.each(selectedHosts)('an adapter that $flaw is caught', async ({ steps, caught, bodies = 'unread' }) => {
  await expect(run(caught, bodies, steps)).rejects.toBeInstanceOf(Error);
});

test('accumulating listeners are detected', async () => {
  const watch = watchFaults();
  process.listeners('warning').at(-1)?.(
    Object.assign(new Error('11 listeners'), { name: 'MaxListenersExceededWarning' }),
  );
  expect(await watch.end()).toEqual(['listener leak: 11 listeners']);
  expect(await watchFaults().end()).toEqual([]);
});
