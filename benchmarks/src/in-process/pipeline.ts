import { strictEqual } from 'node:assert';
import { type Call, noContextValues, type Tool } from '@toolwire/core';
import { otc } from '@toolwire/otc';
import { createToolServer, type ReadyCall, type Stages } from '@toolwire/server';
import { createVersionResolver } from '@toolwire/version';
import { add, callBody } from '../calculator.ts';
import { figure, type Section } from '../figure.ts';
import { answerAlone } from './alone.ts';
import { BytesRequest } from './bytes-request.ts';
import { lastResult, measure, measureAsync } from './measure.ts';

const bytes = new TextEncoder().encode(callBody);
const input = { a: 19, b: 23 };

const call: Call = {
  wire: 'bench',
  toolId: add.id,
  callId: '7c0a0c8e-3f3b-4a3c-9a53-0d1f6c1c6a10',
  traceId: undefined,
  input,
  context: { authorization: [], secrets: [] },
  lifetime: { signal: new AbortController().signal },
  values: noContextValues,
};

await answerAlone(async ({ quick }): Promise<Section> => {
  const samples = quick ? 9 : 51;
  const server = createToolServer({ tools: [add], wires: [otc()] });
  const [tool] = server.tools as readonly [Tool];
  const resolver = createVersionResolver(server.tools);
  const { invoke } = standardStages();
  const ready: ReadyCall = { ...call, tool, validInput: input };

  const whole = await measureAsync(() => server.handle(new BytesRequest('POST', '/tools/call', bytes)), samples);
  strictEqual((lastResult() as { status: number }).status, 200);
  const called = await measureAsync(() => server.call(call), samples);
  strictEqual((lastResult() as { kind: string }).kind, 'value');
  return {
    title: 'The pipeline without HTTP',
    about: `Time per call inside one process; ${samples} samples.`,
    figures: [
      figure('server.handle(request)', 'ns', whole, { note: 'JSON in, JSON out' }),
      figure('server.call(call)', 'ns', called, { note: 'the stages alone' }),
      figure('  resolve', 'ns', measure(() => resolver.resolve(call.toolId), samples)),
      figure('  validate input', 'ns', measure(() => tool.checkInput(input), samples)),
      figure('  validate output', 'ns', measure((index) => tool.checkOutput(index), samples)),
      figure('  invoke', 'ns', measure(() => invoke(ready), samples), { note: 'with validate output' }),
      figure('a turn of the event loop', 'ns', await measureAsync(() => Promise.resolve(), samples), { note: 'part of the first two' }),
    ],
  };
});

function standardStages(): Stages {
  let taken: Stages | undefined;
  createToolServer({
    tools: [add],
    wires: [],
    engine: (stages) => {
      taken = stages;
      return () => Promise.reject(new Error('This server is never called'));
    },
  });
  return taken as unknown as Stages;
}
