import { strictEqual } from 'node:assert';
import type { Call, HttpResponse, Outcome, Tool } from '@toolwire/core';
import { otc } from '@toolwire/otc';
import { createToolServer, type ReadyCall, type Stages } from '@toolwire/server';
import { createVersionResolver } from '@toolwire/version';
import { add, callBody } from '../calculator.ts';
import { figure, type Section } from '../figure.ts';
import { answerAlone } from './alone.ts';
import { BytesRequest } from './bytes-request.ts';
import { lastResult, measure, measureAsync } from './measure.ts';

const bytes = new TextEncoder().encode(callBody);

await answerAlone(async ({ quick }): Promise<Section> => {
  const samples = quick ? 9 : 51;
  const { call, ready } = await observeCall();
  const { invoke } = standardStages();
  const server = createToolServer({ tools: [add], wires: [otc()] });
  const [tool] = server.tools as readonly [Tool];
  const resolver = createVersionResolver(server.tools);

  const whole = await measureAsync(() => server.handle(new BytesRequest('POST', '/tools/call', bytes)), samples);
  strictEqual((lastResult() as HttpResponse).status, 200, 'the call is answered');
  const called = await measureAsync(() => server.call(call), samples);
  strictEqual((lastResult() as Outcome).kind, 'value', 'the tool runs');
  return {
    title: 'The pipeline without HTTP',
    about: `Time per call inside one process; ${samples} samples.`,
    figures: [
      figure('server.handle(request)', 'ns', whole, { note: 'JSON in, JSON out' }),
      figure('server.call(call)', 'ns', called, { note: 'the stages alone' }),
      figure(
        '  resolve',
        'ns',
        measure(() => resolver.resolve(call.toolId), samples),
      ),
      figure(
        '  validate input',
        'ns',
        measure(() => tool.checkInput(call.input), samples),
      ),
      figure(
        '  validate output',
        'ns',
        measure((index) => tool.checkOutput(index), samples),
      ),
      figure(
        '  invoke',
        'ns',
        measure(() => invoke(ready), samples),
        { note: 'with validate output' },
      ),
      figure('a settled promise', 'ns', await measureAsync(() => Promise.resolve(), samples), {
        note: 'what awaiting the first two costs by itself',
      }),
    ],
  };
});

/** A call as the wire decodes it, and as it is when its tool is about to run. */
async function observeCall(): Promise<{ readonly call: Call; readonly ready: ReadyCall }> {
  let call: Call | undefined;
  let ready: ReadyCall | undefined;
  const server = createToolServer({
    tools: [add],
    wires: [otc()],
    use: [
      (seen, next) => {
        call = seen;
        return next();
      },
    ],
    around: [
      (seen, next) => {
        ready = seen;
        return next();
      },
    ],
  });
  await server.handle(new BytesRequest('POST', '/tools/call', bytes));
  if (call === undefined || ready === undefined) throw new TypeError('The call did not come through.');
  return { call, ready };
}

/** The stages as a server builds them. */
function standardStages(): Stages {
  let taken: Stages | undefined;
  createToolServer({
    tools: [add],
    wires: [],
    engine: (stages) => {
      taken = stages;
      return () => Promise.reject(new Error('This server is never called.'));
    },
  });
  if (taken === undefined) throw new TypeError('The server asked for no engine.');
  return taken;
}
