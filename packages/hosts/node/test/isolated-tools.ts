import { threadId } from 'node:worker_threads';
import { defineTool } from '@toolwire/core';
import { ToolError } from '@toolwire/errors';
import { isolated } from '../src/isolated.ts';

const here = import.meta.url;
const about = { version: '1.0.0', description: 'A tool of the tests.' };

const hold = (ms: number): void => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

/** Never comes back in time. */
export const spin = defineTool({
  ...about,
  id: 'Work.Spin',
  timeoutMs: 300,
  run: isolated({ module: here, name: 'spin' }, () => hold(3_600_000)),
});

export const echo = defineTool({
  ...about,
  id: 'Work.Echo',
  input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  output: { type: 'string' },
  run: isolated({ module: here, name: 'echo' }, ({ text }) => text),
});

/** Holds up the only thread that it has, once it has said so. */
export const block = isolated({ module: here, name: 'block', maxThreads: 1 }, (ms: number, { progress }) => {
  progress(0);
  hold(ms);
  return threadId;
});

/** Uses all that it is given. */
export const talk = isolated({ module: here, name: 'talk' }, async (input: string, context) => {
  context.progress(1, 2, 'half');
  context.log.warn({ input }, 'A line');
  context.log.error(new RangeError('An error'), 'Another');
  await context.save({ done: 1 });
  const { callId, toolId, principal, userId, saved } = context;
  const [token, secret] = [await context.token('github'), await context.secret('key')];
  const answers = await context.ask({
    n: { kind: 'form', message: 'How many?', schema: { type: 'object', properties: {} } },
  });
  return { callId, toolId, principal, userId, saved, token, secret, answers, thread: threadId };
});

export const fail = isolated({ module: here, name: 'fail' }, (_input: null) => {
  throw new ToolError('The disk is full.', { canRetry: true, retryAfterMs: 7, cause: new RangeError('no room') });
});

export const leave = isolated({ module: here, name: 'leave', maxThreads: 1 }, (how: 'exit' | 'stay') => {
  if (how === 'exit') process.exit(3);
  return 'stayed';
});

/** Obeys its signal. */
export const wait = isolated(
  { module: here, name: 'wait', maxThreads: 1, graceMs: 60_000 },
  (_given: null, { signal }) =>
    new Promise<string>((resolve) =>
      signal.addEventListener('abort', () => resolve(`left: ${(signal.reason as Error).message}`)),
    ),
);

export const twice = isolated({ module: here, name: 'twin' }, (_given: null) => 1);
isolated({ module: here, name: 'twin' }, (_given: null) => 2);

/** Only the thread of the server knows it, as a module that calls `isolated` too late does. */
export const late = () => isolated({ module: here, name: 'late' }, (_given: null) => 1);
