import { ok, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { expectStatus, expectValue } from '../../cases/support/expect.ts';
import { toolsPrefix as prefix } from '../build-app.ts';
import type { HostCaseGroup } from '../host-case.ts';
import { callHostTool, callPath, hostCall, postBytes } from './support/host-calls.ts';
import { beforeTimeout } from './support/host-expect.ts';

/** Callers who disconnect, and callers who wait. */
export const disconnectCases: HostCaseGroup = {
  title: 'Disconnects',
  cases: [
    {
      title: "a disconnect aborts the tool's signal, and nothing is written afterwards",
      run: async (host) => {
        const app = await host.start();
        const responses = watchResponses();
        // The unique query identifies the request in this process.
        const url = `${callPath}?${randomUUID()}`;
        try {
          const started = app.tools.nextWait();
          await app.converse([postBytes(app, hostCall('Wait'), url), { until: started }, { hangUp: true }]);
          await beforeTimeout((await started).aborted, "the abort of the tool's signal");
          // The tool returns now. A host that still writes a response does so within this time.
          await wait(30);
          strictEqual(
            responses.last(url).headersSent,
            false,
            'response after the disconnect: expected none, got headers',
          );
        } finally {
          responses.end();
        }
        strictEqual(expectValue(await callHostTool(await app.at(prefix), 'Echo', 'alive')), 'alive');
      },
    },
    {
      title: "without a disconnect the tool's signal never aborts",
      run: async (host) => {
        const app = await host.start();
        const conversation = app.converse([postBytes(app, hostCall('Wait'))]);
        const run = await beforeTimeout(app.tools.nextWait(), 'the run of the tool');
        run.finish();
        const [response] = (await conversation).responses;
        strictEqual(response && expectValue(response), 'finished');
        await wait(30);
        strictEqual(run.signal.aborted, false, 'signal after the response: expected no abort, got one');
      },
    },
    {
      title: 'the app keeps running after a disconnect during a large response',
      run: async (host) => {
        const app = await host.start();
        await app.converse([postBytes(app, hostCall('Fill', 20_000_000)), { firstByte: true }, { hangUp: true }]);
        expectStatus(await app.send({ path: `${prefix}/health` }), 200);
      },
    },
    {
      title: 'the app keeps running after many disconnects at once',
      run: async (host) => {
        const app = await host.start();
        const callAndDisconnect = async (): Promise<void> => {
          const started = app.tools.nextWait();
          await app.converse([postBytes(app, hostCall('Wait')), { until: started }, { hangUp: true }]);
          await beforeTimeout((await started).aborted, "the abort of the tool's signal");
        };
        await Promise.all(Array.from({ length: 20 }, callAndDisconnect));
        ok(expectValue(await callHostTool(await app.at(prefix), 'Echo', true)));
      },
    },
  ],
};

const channel = 'http.server.request.start';

/** Records every response of this process as a node:http object, for any framework. */
function watchResponses() {
  const requests: { readonly url: string; readonly response: ServerResponse }[] = [];
  const onRequest = (message: unknown): void => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    // Recorded now, because frameworks change `url` later.
    requests.push({ url: request.url ?? '', response });
  };
  subscribe(channel, onRequest);
  return {
    /** Returns the response to the last request for a URL. */
    last: (url: string): ServerResponse => {
      const request = requests.findLast((candidate) => candidate.url === url);
      if (request === undefined) throw new Error(`No node:http server received a request for ${url}.`);
      return request.response;
    },
    end: (): void => void unsubscribe(channel, onRequest),
  };
}
