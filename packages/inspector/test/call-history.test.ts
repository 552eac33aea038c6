import { expect, test } from 'vitest';
import { CallHistory, compareStored } from '../src/page/call-history.ts';
import { Run } from '../src/page/calls/run.ts';
import type { Json } from '../src/page/json.ts';
import { sameInputText } from '../src/page/views/history-view.tsx';

function endedRun(): Run {
  const tool = { id: 'A.B', version: '1.0.0', name: 'A_B', description: '', inputSchema: {}, outputSchema: null };
  const run = new Run('otc', { tool: { ...tool, problems: [] }, input: {}, context: {}, credentials: {} });
  run.result.value = { kind: 'value', value: 1 };
  return run;
}

function block(): never {
  throw new DOMException('The storage is blocked or full.', 'SecurityError');
}

test('the history works while the page is open if the browser blocks its storage, or has no room', () => {
  const full = { getItem: () => null, setItem: block } as Pick<Storage, 'getItem' | 'setItem'> as Storage;
  for (const openStorage of [block, () => full]) {
    const history = new CallHistory(openStorage);
    history.add(endedRun());
    expect(history.calls.value).toMatchObject([{ tool: 'A.B@1.0.0', kind: 'value' }]);
    history.clear();
    expect(history.calls.value).toEqual([]);
  }
});

/** A storage of the browser, which all its tabs share. */
function createStorage(initial: string | null = null): Storage {
  let stored = initial;
  const storage: Pick<Storage, 'getItem' | 'setItem'> = {
    getItem: () => stored,
    setItem: (_name, text) => {
      stored = text;
    },
  };
  return storage as Storage;
}

test('a tab keeps the calls of another tab', () => {
  const storage = createStorage();
  const [one, other] = [new CallHistory(() => storage), new CallHistory(() => storage)];
  one.add(endedRun());
  other.reload();
  other.add(endedRun());
  expect(new CallHistory(() => storage).calls.value).toHaveLength(2);
});

test('a call that the full storage of the browser has no room for stays when another tab stores its calls', () => {
  let isFull = false;
  const storage = createStorage();
  const limited: Pick<Storage, 'getItem' | 'setItem'> = {
    getItem: (name) => storage.getItem(name),
    setItem: (name, text) => (isFull ? block() : storage.setItem(name, text)),
  };
  const [one, other] = [new CallHistory(() => limited as Storage), new CallHistory(() => storage)];
  one.add(endedRun());
  isFull = true;
  one.add(endedRun());
  other.reload();
  other.add(endedRun());
  one.reload();
  expect(one.calls.value).toHaveLength(3);
  isFull = false;
  one.add(endedRun());
  one.reload();
  expect(one.calls.value).toHaveLength(4);
  one.clear();
  one.reload();
  expect(one.calls.value).toEqual([]);
});

test('stored calls with missing fields are discarded', () => {
  const history = new CallHistory(() => createStorage('[{ "id": "1", "tool": "A.B@1.0.0", "result": "{}" }]'));
  expect(history.calls.value).toEqual([]);
});

test('only results that are equal to the last character are the same', () => {
  const lines = (last: number): string => JSON.stringify([...Array.from({ length: 900 }, () => 0), last], null, 2);
  expect(compareStored(lines(1), lines(1))).toBe('same');
  expect(compareStored(lines(1), lines(2))).toBe('differsLater');
  expect(compareStored('[1]', '[2]')).toBe('differs');
  expect(compareStored('[1,2…', '[1,2…')).toBe('sameBeginning');
});

test('a long result and a long log line end between two characters', () => {
  const run = endedRun();
  // The stored text begins with a quote and ends inside the pair.
  for (const shift of [0, 1]) run.addLogLine('info', `${'x'.repeat(1_999 + shift)}😀`);
  for (const { text } of run.logLines.value) expect(text).not.toMatch(/\p{Surrogate}/u);
  for (const shift of [0, 1]) {
    const long = endedRun();
    long.result.value = { kind: 'value', value: 'x'.repeat(shift) + '😀'.repeat(40_000) };
    const history = new CallHistory(() => createStorage());
    history.add(long);
    expect(history.calls.value[0]?.result).not.toMatch(/\p{Surrogate}/u);
  }
});

function storedResult(value: Json, run = endedRun()): string {
  run.result.value = { kind: 'value', value };
  const history = new CallHistory(() => createStorage());
  history.add(run);
  return history.calls.value[0]?.result ?? '';
}

test('a secret that the user entered during a call is not stored', () => {
  const run = endedRun();
  run.enteredSecrets.value = ['open sesame'];
  expect(storedResult('The door heard open sesame.', run)).toContain('The door heard [masked].');
});

const nested = (depth: number, value: Json): Json => (depth === 0 ? value : [nested(depth - 1, value)]);
const numbers = (last: number): Json => [...Array.from({ length: 1_100 }, () => 0), last];

test.each([
  ['11 levels', nested(11, 1), nested(11, 2)],
  ['70 levels', nested(70, 1), nested(70, 2)],
  ['more than 1,000 values', numbers(1), numbers(2)],
])('results that differ in a part that is not stored are not called the same: %s', (_size, before, after) => {
  expect(compareStored(storedResult(before), storedResult(after))).toBe('sameBeginning');
});

test('equal inputs are the same only as far as they are stored, if one was not stored completely', () => {
  const history = new CallHistory(() => createStorage());
  const { call } = endedRun();
  for (const input of [{ city: 'Oslo' }, { token: 'one' }, { text: 'x'.repeat(30_000) }]) {
    const run = new Run('otc', { ...call, input });
    run.result.value = { kind: 'value', value: 1 };
    history.add(run);
  }
  const [large, secret, complete] = history.calls.value;
  if (large === undefined || secret === undefined || complete === undefined) throw new Error('A call is missing.');
  expect(sameInputText(complete, complete)).toBe('Both inputs are the same.');
  for (const stored of [large, secret]) {
    expect(sameInputText(stored, complete)).toBe('Both inputs are the same, as far as they are stored.');
    expect(sameInputText(complete, stored)).toBe('Both inputs are the same, as far as they are stored.');
  }
});

test('a result whose secrets are masked is not called the same, because the secrets may differ', () => {
  const [before, after] = [storedResult({ token: 'one' }), storedResult({ token: 'two' })];
  expect(before).toMatch(/\[masked\][^]*…$/);
  expect(compareStored(before, after)).toBe('sameBeginning');
});

test('a result that is stored completely has no mark', () => {
  expect(JSON.parse(storedResult({ list: [1, null, 'text'] }))).toEqual({
    kind: 'value',
    value: { list: [1, null, 'text'] },
  });
});
