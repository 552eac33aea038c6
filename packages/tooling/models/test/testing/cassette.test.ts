import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createScriptedModel, openCassette } from '@toolwire/models/testing';
import { expect, onTestFinished, test } from 'vitest';
import { modelTool, scriptedCaller } from '../tools.ts';

async function file(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cassette-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'recorded', 'calls.json');
}

const tools = [modelTool()];
const unused = {
  list: () => Promise.reject(new Error('Nothing is listed.')),
  call: () => Promise.reject(new Error('Nothing is called.')),
};
const add = (a: number, b: number) => [{ name: 'Calculator_Add', input: { a, b } }];

test('a cassette records calls, and replays them without a server', async () => {
  const path = await file();
  const caller = scriptedCaller(
    { kind: 'value', value: 3 },
    { kind: 'value', value: 33, content: [{ type: 'text', text: 'The sum is 33.' }] },
    { kind: 'invalid', message: 'No.', parameterErrors: { a: 'No.' } },
  );
  const recording = await openCassette({ tools, call: caller.call }, { file: path, mode: 'record' });
  const script = [add(1, 2), add(1, 2), add(0, 2)];
  const recorded = await createScriptedModel(recording.tools, recording.call).run(script);
  await recording.save();
  const played = await openCassette(unused, { file: pathToFileURL(path) });
  expect(played.tools).toEqual(tools);
  const replayed = await createScriptedModel(played.tools, played).run(script);
  expect(replayed).toEqual(
    recorded.map((read) => ({ ...read, call: { ...read.call, id: expect.any(String) as unknown } })),
  );
  expect(caller.receivedCalls).toHaveLength(3);
});

test('a recording does not depend on the order and duration of the calls', async () => {
  const texts = [];
  for (const order of [
    [1, 2],
    [2, 1],
  ]) {
    const path = await file();
    const call = (_id: string, input: object) =>
      Promise.resolve({ kind: 'value' as const, value: input, durationMs: order[0] });
    const cassette = await openCassette({ tools, call }, { file: path, mode: 'record' });
    for (const a of order) await cassette.call('Calculator.Add', { a }, {});
    await cassette.save();
    texts.push(await readFile(path, 'utf8'));
  }
  expect(texts[0]).toBe(texts[1]);
  expect(texts[0]).not.toContain('durationMs');
});

test('an input is found in any order of its properties', async () => {
  const path = await file();
  const cassette = await openCassette({ tools, call: scriptedCaller().call }, { file: path, mode: 'record' });
  await cassette.call('Calculator.Add', { a: 1, b: { c: 1, d: 2 } }, {});
  await cassette.save();
  const played = await openCassette(unused, { file: path });
  expect(await played.call('Calculator.Add', { b: { d: 2, c: 1 }, a: 1 }, {})).toEqual({ kind: 'value', value: 8 });
});

test('a call that was not recorded fails the test with a fix in the message', async () => {
  const path = await file();
  const recording = await openCassette({ tools, call: scriptedCaller().call }, { file: path, mode: 'record' });
  await createScriptedModel(recording.tools, recording).run([add(1, 2)]);
  await recording.save();
  const played = await openCassette(unused, { file: path });
  const model = createScriptedModel(played.tools, played);
  await expect(model.run([add(1, 3)])).rejects.toThrow(
    /^The call Calculator\.Add@1\.0\.0 \{"a":1,"b":3\} is not in the recording .*calls\.json\. Record it again with mode: 'record'\.$/,
  );
  await expect(model.run([add(1, 2), add(1, 2)])).rejects.toThrow('was made more often than the 1 times in');
});

test('an invalid recording is rejected', async () => {
  const path = await file();
  await expect(openCassette(unused, { file: path })).rejects.toThrow(
    /^No recording found at .*calls\.json\. Record it once with /,
  );
  await expect(openCassette(unused, { file: import.meta.dirname })).rejects.toThrow(
    `The recording ${import.meta.dirname} could not be read.`,
  );
  await openCassette({ tools, call: scriptedCaller().call }, { file: path, mode: 'record' }).then((cassette) =>
    cassette.save(),
  );
  for (const text of ['{}', '<<<<<<< yours']) {
    await writeFile(path, text);
    await expect(openCassette(unused, { file: path })).rejects.toThrow(
      'calls.json is not a recording of openCassette().',
    );
  }
  await expect(openCassette(unused, { file: path })).rejects.toHaveProperty('cause.name', 'SyntaxError');
  // @ts-expect-error There is no such mode.
  await expect(openCassette(unused, { file: path, mode: 'auto' })).rejects.toThrow("must be 'replay' or 'record'");
});

test('a cassette stores inputs and results as they were, even if they change later', async () => {
  const path = await file();
  const value = ['first'];
  const input = { list: [1] };
  const { call } = scriptedCaller({ kind: 'value', value });
  const recording = await openCassette({ tools, call }, { file: path, mode: 'record' });
  await recording.call('Calculator.Add', input, {});
  value.push('second');
  input.list.push(2);
  await recording.save();
  const played = await openCassette(unused, { file: path });
  expect(await played.call('Calculator.Add', { list: [1] }, {})).toEqual({ kind: 'value', value: ['first'] });
});
