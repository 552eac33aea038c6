import { defineTool, isolated } from 'toolwire';
import { z } from 'zod';

// In a file of its own: the threads that it runs in load it once more.
const threads = { module: import.meta.url, preload: new URL('./read-typescript.mjs', import.meta.url) };

/** Never looks at its signal: its thread is ended when its time is up, and everybody else goes on. */
export const spin = defineTool({
  id: 'Work.Spin',
  version: '1.0.0',
  description: 'Computes without a pause for some milliseconds, and answers how many.',
  input: z.object({ ms: z.number().int().min(0).describe('How long, in milliseconds.') }),
  output: z.number(),
  annotations: { readOnly: true },
  taskSupport: 'optional',
  timeoutMs: 10_000,
  run: isolated(threads, ({ ms }) => {
    const until = performance.now() + ms;
    while (performance.now() < until);
    return ms;
  }),
});
