import { ok, strictEqual } from 'node:assert/strict';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { HttpResponse } from '@toolwire/core/wire';
import { postRequest } from '../../cases/support/calls.ts';
import { expectStatus, expectValue } from '../../cases/support/expect.ts';
import { failures, signIn } from '../app-functions.ts';
import { toolsPrefix as prefix } from '../build-app.ts';
import type { MountedServer } from '../host-app.ts';
import type { HostCase, HostCaseGroup } from '../host-case.ts';
import { createRecordingLogger, expectOneError } from '../recording-logger.ts';
import { callAs, callHostTool } from './support/host-calls.ts';
import { beforeTimeout, expectAppError } from './support/host-expect.ts';

const failingHandlers: readonly (readonly [failure: string, handle: () => Promise<HttpResponse>])[] = [
  [
    'throws',
    () => {
      throw new Error('thrown on purpose');
    },
  ],
  ['rejects', () => Promise.reject(new Error('rejected on purpose'))],
  ['rejects late', () => wait(5).then(() => Promise.reject(new Error('rejected late, on purpose')))],
];

/** Streamed responses, and handlers that fail. Handlers of toolwire never do. */
export const streamAndFailureCases: HostCaseGroup = {
  title: 'Streams and failures',
  cases: [
    {
      title: 'a response may be a stream, even an empty one',
      run: async (host) => {
        for (const parts of [['a', 'bc', 'd'], []]) {
          const app = await host.start({ server: streaming(() => chunksOf(parts)) });
          const response = await app.send({ path: '/stream' });
          expectStatus(response, 200);
          strictEqual(response.headers['content-type'], 'text/event-stream');
          strictEqual(response.text, parts.join(''));
        }
      },
    },
    {
      title: 'a stream waits for a slow reader, and ends when its reader disconnects',
      run: async (host) => {
        const source = watchedSource();
        const app = await host.start({ server: streaming(() => source.chunks()) });
        const get = app.bytes({ path: '/stream' });
        const steps = [get, { firstByte: true }, { stopReadingMs: 150 }, { hangUp: true }] as const;
        await app.converse(steps);
        ok(
          source.chunkCount() < 600,
          `chunks for a reader that does not read: expected less than 600, got ${source.chunkCount()}`,
        );
        await beforeTimeout(source.ended, 'the end of the source');
      },
    },
    {
      title: 'a stream that fails truncates its response, and nothing else',
      run: async (host) => {
        const app = await host.start({ server: streaming(failingChunks) });
        const reply = await app.converse([app.bytes({ path: '/stream' })], 'closed');
        ok(
          reply.closed && reply.responses.length === 0,
          'failed stream: expected a truncated response, got a complete one',
        );
        expectStatus(await app.send({ path: '/own' }), 200);
      },
    },
    ...failingHandlers.map(
      ([failure, handle]): HostCase => ({
        title: `a handler that ${failure} is the app's 500`,
        run: async (host) => {
          const app = await host.start({ server: { paths: ['/broken'], handle: onPath('/broken', handle) } });
          for (const body of ['{}', '{"a":1}']) {
            expectStatus(await app.send(postRequest(body, '/broken')), 500);
          }
          expectStatus(await app.send({ path: '/own' }), 200);
        },
      }),
    ),
    {
      title: "an error in the app's `values` is the app's 500, and no tool runs",
      run: async (host) => {
        const values = (user: string): [] => {
          if (user === 'trouble') throw new Error('thrown by the values, on purpose');
          return [];
        };
        const app = await host.start({ values, signIn });
        const response = await callAs(app, 'Count', { authorization: 'trouble' });
        expectAppError(response);
        strictEqual(expectValue(await callHostTool(await app.at(prefix), 'Count')), 1);
      },
    },
    {
      title: "an error or rejection of the app's `values` is logged by the tools",
      run: async (host) => {
        for (const [text, values] of failures) {
          const logger = createRecordingLogger();
          const app = await host.start({ values, logger });
          const response = await app.send({ path: `${prefix}/tools` });
          expectAppError(response);
          expectOneError(logger.text(), text);
        }
      },
    },
  ],
};

function onPath(path: string, handle: () => Promise<HttpResponse>): MountedServer['handle'] {
  return (request) => (request.path === path ? handle() : undefined);
}

function streaming(chunks: () => AsyncIterable<Uint8Array>): MountedServer {
  const response = async (): Promise<HttpResponse> => ({
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    body: chunks(),
  });
  return { paths: ['/stream'], handle: onPath('/stream', response) };
}

async function* chunksOf(parts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    await wait(5);
    yield Buffer.from(part);
  }
}

async function* failingChunks(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('started');
  await wait(10);
  throw new Error('a stream that fails on purpose');
}

function watchedSource() {
  let count = 0;
  let end: () => void;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const chunk = Buffer.alloc(64 * 1024);
  return {
    chunkCount: (): number => count,
    ended,
    chunks: async function* (): AsyncIterable<Uint8Array> {
      try {
        for (; count < 10_000; count++) {
          yield chunk;
          // Lets other callbacks run, and is still fast enough for an adapter that does not wait for its reader.
          if (count % 50 === 0) await nextTurn();
        }
      } finally {
        end();
      }
    },
  };
}
