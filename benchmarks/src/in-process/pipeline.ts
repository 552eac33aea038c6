import { strictEqual } from 'node:assert';
import type { Call, Outcome, Tool } from '@toolwire/core';
import type { HttpResponse } from '@toolwire/core/wire';
import { otc } from '@toolwire/otc';
import { createToolServer } from '@toolwire/server';
import { createVersionResolver } from '@toolwire/version';
import { add, callBody } from '../calculator.ts';
import { figure, type Section } from '../figure.ts';
import { answerAlone } from './alone.ts';
import { BytesRequest } from './bytes-request.ts';
import { allocated, lastResult, measure, measureAsync } from './measure.ts';

const bytes = new TextEncoder().encode(callBody);

await answerAlone(async ({ quick }): Promise<Section> => {
  const samples = quick ? 9 : 51;
  const { call, run } = await observeCall();
  const server = createToolServer({ tools: [add], wires: [otc()] });
  const [tool] = server.tools as readonly [Tool];
  const resolver = createVersionResolver(server.tools);

  const whole = await measureAsync(() => server.handle(new BytesRequest('POST', '/tools/call', bytes)), samples);
  strictEqual((lastResult() as HttpResponse).status, 200, 'the call is answered');
  const bytesOfWhole = await allocated(() => server.handle(new BytesRequest('POST', '/tools/call', bytes)), samples);
  const called = await measureAsync(() => server.call(call), samples);
  strictEqual((lastResult() as Outcome).kind, 'value', 'the tool runs');
  const bytesOfCall = await allocated(() => server.call(call), samples);
  return {
    title: 'The pipeline without HTTP',
    about: `Time per call inside one process; ${samples} samples.`,
    figures: [
      figure('server.handle(request)', 'ns', whole, { note: 'JSON in, JSON out' }),
      figure('  allocated', 'bytes', bytesOfWhole),
      figure('server.call(call)', 'ns', called, { note: 'the stages alone' }),
      figure('  allocated by the stages', 'bytes', bytesOfCall),
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
        '  run',
        'ns',
        measure(() => run(), samples),
        { note: 'with its time limit and validate output' },
      ),
      figure('a settled promise', 'ns', await measureAsync(() => Promise.resolve(), samples), {
        note: 'what awaiting the first two costs by itself',
      }),
    ],
  };
});

/** A decoded call, and the function that runs its tool. */
async function observeCall(): Promise<{ readonly call: Call; readonly run: () => unknown }> {
  let call: Call | undefined;
  let run: (() => unknown) | undefined;
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
      (_ready, next) => {
        run = next;
        return next();
      },
    ],
  });
  await server.handle(new BytesRequest('POST', '/tools/call', bytes));
  if (call === undefined || run === undefined) throw new TypeError('The call did not come through.');
  return { call, run };
}
