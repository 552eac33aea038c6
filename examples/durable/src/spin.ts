import { defineTool, isolated } from 'toolwire';
import { z } from 'zod';

// In a separate file, because its worker threads load it again.
const threads = { module: import.meta.url, preload: new URL('./read-typescript.mjs', import.meta.url) };

/** Ignores its signal. Its thread is terminated after the timeout, and other calls continue. */
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
