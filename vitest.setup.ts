import { vi } from 'vitest';

/** What a test waits for takes as long as a busy machine needs; only one that waits in vain takes all of it. */
const patienceMs = 120_000;
const { waitFor } = vi;

vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: patienceMs, ...options });

// A run that is killed takes its workers along, and they what they have started. vitest keeps `process.exit` for itself.
const endWithRun = (): void => void process.kill(process.pid, 'SIGKILL');
if (process.connected && process.listenerCount('disconnect') === 0) process.once('disconnect', endWithRun);

// @hono/node-server replaces these for the whole process, and a worker keeps them for its next files, in which h3 and Elysia would then not
// recognize responses. So each file starts with those of Node.
const natives: { webClasses?: object } & typeof globalThis = globalThis;
natives.webClasses ??= { Request, Response };
Object.assign(globalThis, natives.webClasses);
