import { ok, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expectStatus, expectValue } from '../../cases/expect.ts';
import { watchAnswers } from '../answer-watch.ts';
import { toolsPrefix as prefix } from '../build-app.ts';
import type { HostCaseGroup, StartedApp } from '../host-case.ts';
import { callHostTool, hostCall, soon } from './steps.ts';

const call = `${prefix}/tools/call`;

/** Callers who leave, and those who only seem to. */
export const disconnectCases: HostCaseGroup = {
  title: 'Callers who leave',
  cases: [
    {
      title: "a caller who leaves aborts the tool's signal, and nothing is written afterwards",
      run: async (host) => {
        const app = await host.start();
        const answers = watchAnswers();
        // Found among all that this process answers meanwhile.
        const url = `${call}?${randomUUID()}`;
        try {
          const started = app.tools.nextWait();
          await app.converse([post(app, hostCall('Wait'), url), { until: started }, { hangUp: true }]);
          await soon((await started).aborted, "the abort of the tool's signal");
          // The tool returns now, and the answer has time to be written if anybody dares.
          await wait(30);
          strictEqual(answers.last(url).headersSent, false, 'an answer was begun after its caller had gone');
        } finally {
          answers.end();
        }
        strictEqual(expectValue(await callHostTool(await app.at(prefix), 'Echo', 'alive')), 'alive');
      },
    },
    {
      title: "a caller who stays never aborts the tool's signal",
      run: async (host) => {
        const app = await host.start();
        const answering = app.converse([post(app, hostCall('Wait'))]);
        const run = await soon(app.tools.nextWait(), 'the run of the tool');
        run.finish();
        const [answer] = (await answering).answers;
        strictEqual(answer && expectValue(answer), 'finished');
        await wait(30);
        strictEqual(run.signal.aborted, false, 'the signal aborted after the answer was out');
      },
    },
    {
      title: 'a caller who leaves in the middle of a large answer does no harm',
      run: async (host) => {
        const app = await host.start();
        await app.converse([post(app, hostCall('Fill', 20_000_000)), { firstByte: true }, { hangUp: true }]);
        expectStatus(await app.send({ path: `${prefix}/health` }), 200);
      },
    },
    {
      title: 'many callers who leave at once do no harm',
      run: async (host) => {
        const app = await host.start();
        const leave = async (): Promise<void> => {
          const started = app.tools.nextWait();
          await app.converse([post(app, hostCall('Wait')), { until: started }, { hangUp: true }]);
          await soon((await started).aborted, "the abort of the tool's signal");
        };
        await Promise.all(Array.from({ length: 20 }, leave));
        ok(expectValue(await callHostTool(await app.at(prefix), 'Echo', true)));
      },
    },
  ],
};

function post(app: StartedApp, body: string, path = call): Uint8Array {
  return app.bytes({ method: 'POST', path, headers: ['Content-Type: application/json'], body });
}
