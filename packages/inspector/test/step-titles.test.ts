import { type Call, noContextValues, type Stage } from '@toolwire/core';
import { type StageObserver, stageObserverMark } from '@toolwire/core/internal';
import { createToolServer, silentLogger, type ToolServerOptions } from '@toolwire/server';
import { expect, test } from 'vitest';
import { stepTitles } from '../src/page/live/call-spans.ts';

const call: Call = {
  wire: 'test',
  toolId: 'Test.Run',
  callId: 'call-1',
  traceId: undefined,
  input: {},
  context: { authorization: [], secrets: [] },
  lifetime: { signal: new AbortController().signal },
  values: noContextValues,
};

test('every step of the server has a title, in the order of the pipeline', async () => {
  const reached: string[] = [];
  const observer: StageObserver = { isOn: () => true, reached: (_call, stage) => void reached.push(stage) };
  const observing: Stage<Call> = Object.assign<Stage<Call>, object>((_call, next) => next(), {
    [stageObserverMark]: observer,
  });
  const idempotencyStage: Stage<never> = (_call, next) => next();
  const options: object = {
    tools: [{ id: 'Test.Run', version: '1.0.0', description: 'Runs.', run: () => null }],
    wires: [],
    use: [observing],
    around: [idempotencyStage],
    // Stubs, since the call neither becomes a task nor has files.
    tasks: { start: () => undefined },
    artifacts: { store: { save: () => undefined, uploads: { find: () => undefined } } },
    logger: silentLogger,
  };
  const { kind } = await createToolServer(options as ToolServerOptions).call(call);
  expect(kind).toBe('value');
  expect(reached.filter((name) => !name.startsWith('use '))).toEqual([...stepTitles.keys()]);
});
