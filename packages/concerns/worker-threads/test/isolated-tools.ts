import { parentPort, threadId } from 'node:worker_threads';
import { isolated } from '../src/isolated.ts';

const here = import.meta.url;
const hold = (ms: number): void => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

export const echo = isolated({ module: here, name: 'echo' }, (text: string) => text);

/** Counts the listeners of its thread for messages. */
export const countListeners = isolated({ module: here, name: 'countListeners' }, (_given: null) =>
  parentPort?.listenerCount('message'),
);

/** Blocks its only thread after it has reported progress. */
export const block = isolated({ module: here, name: 'block', maxThreads: 1 }, (ms: number, { progress }) => {
  progress(0);
  hold(ms);
  return threadId;
});

/** Uses the whole context. */
export const talk = isolated({ module: here, name: 'talk' }, async (input: string, context) => {
  context.progress(1, 2, 'half');
  context.log.warn({ input }, 'A line');
  context.log.error(new RangeError('An error'), 'Another');
  await context.save({ done: 1 });
  const { callId, idempotencyKey, toolId, principal, sessionId, userId, saved } = context;
  const { canAsk, ...names } = context.client;
  const client = { ...names, askable: (['form', 'url', 'sampling', 'roots'] as const).filter((kind) => canAsk(kind)) };
  const [token, secret] = [await context.token('github'), await context.secret('key')];
  const answers = await context.ask({
    n: { kind: 'form', message: 'How many?', schema: { type: 'object', properties: {} } },
  });
  return {
    callId,
    idempotencyKey,
    toolId,
    principal,
    client,
    sessionId,
    userId,
    saved,
    token,
    secret,
    answers,
    thread: threadId,
  };
});

/** Reads an uploaded file. */
export const readUpload = isolated({ module: here, name: 'readUpload' }, async (reference: string, { upload }) => {
  const { bytes, text, ...file } = await upload(reference);
  return { ...file, text: await text(), length: (await bytes()).length };
});

/** Logs values that JSON cannot represent. */
export const logOddValues = isolated({ module: here, name: 'logOddValues' }, (_: null, { log }) => {
  const circular: { self?: unknown } = {};
  circular.self = circular;
  const error = new RangeError('The disk is full.', { cause: new Error('no room') });
  for (const value of [() => 1, 1n, circular, undefined, { error, count: 1n }]) log.info(value);
  return 'logged';
});

class DiskError extends Error {
  static {
    Object.defineProperty(DiskError.prototype, Symbol.for('toolwire.test'), { value: true });
  }

  override readonly name = 'DiskError';
  readonly canRetry = true;
}

export const fail = isolated({ module: here, name: 'fail' }, (_input: null) => {
  throw new DiskError('The disk is full.', { cause: new RangeError('no room') });
});

export const failWithCause = isolated({ module: here, name: 'failWithCause' }, (cause: unknown) => {
  throw new Error('The disk is full.', { cause });
});

export const leave = isolated({ module: here, name: 'leave', maxThreads: 1 }, (how: 'exit' | 'crash' | 'stay') => {
  if (how === 'exit') process.exit(3);
  if (how === 'stay') return 'stayed';
  setTimeout(() => {
    throw new Error('thrown in a timer');
  });
  return new Promise<string>(() => undefined);
});

/** Continues to report progress and to request secrets after its first call has returned. */
export const linger = isolated(
  { module: here, name: 'linger', maxThreads: 1 },
  async (how: 'linger' | 'listen', { progress, secret }) => {
    if (how === 'listen') {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return secret('own');
    }
    void secret('slow');
    setInterval(() => {
      progress(1);
      void secret('late');
    }, 1);
    return undefined;
  },
);

/** Returns when its signal aborts. */
export const wait = isolated(
  { module: here, name: 'wait', maxThreads: 1 },
  (_given: null, { signal }) =>
    new Promise<string>((resolve) =>
      signal.addEventListener('abort', () => resolve(`left: ${(signal.reason as Error).message}`)),
    ),
);

export const twice = isolated({ module: here, name: 'twin' }, (_given: null) => 1);
isolated({ module: here, name: 'twin' }, (_given: null) => 2);

/** Calls `isolated` outside the top level of the module, which the thread never does. */
export const late = () => isolated({ module: here, name: 'late' }, (_given: null) => 1);
