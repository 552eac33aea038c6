import { ok, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expectStatus, expectValue } from '../../cases/support/expect.ts';
import { toolsPrefix as prefix } from '../build-app.ts';
import type { HostCaseGroup } from '../host-case.ts';
import { watchResponses } from '../response-watch.ts';
import { beforeTimeout, callHostTool, callPath, hostCall, postBytes } from './support.ts';

/** Callers who disconnect, and callers who only stop sending. */
export const disconnectCases: HostCaseGroup = {
  title: 'Disconnects',
  cases: [
    {
      title: "a disconnect aborts the tool's signal, and nothing is written afterwards",
      run: async (host) => {
        const app = await host.start();
        const responses = watchResponses();
        // Found among all that this process answers meanwhile.
        const url = `${callPath}?${randomUUID()}`;
        try {
          const started = app.tools.nextWait();
          await app.converse([postBytes(app, hostCall('Wait'), url), { until: started }, { hangUp: true }]);
          await beforeTimeout((await started).aborted, "the abort of the tool's signal");
          // The tool returns now. A host that still writes a response would do so in this time.
          await wait(30);
          strictEqual(responses.last(url).headersSent, false, 'an answer was begun after its caller had gone');
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
        const answering = app.converse([postBytes(app, hostCall('Wait'))]);
        const run = await beforeTimeout(app.tools.nextWait(), 'the run of the tool');
        run.finish();
        const [response] = (await answering).responses;
        strictEqual(response && expectValue(response), 'finished');
        await wait(30);
        strictEqual(run.signal.aborted, false, 'the signal aborted after the answer was out');
      },
    },
    {
      title: 'a disconnect during a large response does no harm',
      run: async (host) => {
        const app = await host.start();
        await app.converse([postBytes(app, hostCall('Fill', 20_000_000)), { firstByte: true }, { hangUp: true }]);
        expectStatus(await app.send({ path: `${prefix}/health` }), 200);
      },
    },
    {
      title: 'many disconnects at once do no harm',
      run: async (host) => {
        const app = await host.start();
        const leave = async (): Promise<void> => {
          const started = app.tools.nextWait();
          await app.converse([postBytes(app, hostCall('Wait')), { until: started }, { hangUp: true }]);
          await beforeTimeout((await started).aborted, "the abort of the tool's signal");
        };
        await Promise.all(Array.from({ length: 20 }, leave));
        ok(expectValue(await callHostTool(await app.at(prefix), 'Echo', true)));
      },
    },
  ],
};
