import { setTimeout as wait } from 'node:timers/promises';
import { defineTool, type ToolDefinition } from 'toolwire';

let runs = 0;

const brief = defineTool({
  id: 'Stop.Brief',
  version: '1.0.0',
  description: 'Takes a moment, and says which run of which process it was.',
  input: {
    type: 'object',
    properties: {
      n: { type: 'integer', description: 'Any number.' },
      ms: { type: 'integer', minimum: 0, maximum: 5000, description: 'How long to take, in milliseconds.' },
    },
    required: ['n', 'ms'],
  },
  output: { type: 'object' },
  run: async ({ n, ms }) => {
    const run = ++runs;
    await wait(ms);
    return { n, run, process: process.pid };
  },
});

const long: ToolDefinition[] = [true, false].map((idempotent) =>
  defineTool({
    id: idempotent ? 'Stop.Long' : 'Stop.LongOnce',
    version: '1.0.0',
    description: 'Takes half a minute unless its signal aborts.',
    annotations: { idempotent },
    input: { type: 'object' },
    output: { type: 'string' },
    run: async (_input, { callId, signal }) => {
      try {
        await wait(30_000, undefined, { signal });
      } catch (aborted) {
        process.send?.({ aborted: callId });
        throw aborted;
      }
      return 'done';
    },
  }),
);

const pattern = defineTool({
  id: 'Stop.Pattern',
  version: '1.0.0',
  description: 'Takes an address that a slow pattern checks.',
  input: {
    type: 'object',
    properties: {
      email: {
        type: 'string',
        description: 'An address.',
        maxLength: 254,
        pattern: '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$',
      },
    },
  },
  output: { type: 'string' },
  run: ({ email }) => String(email),
});

const deaf = defineTool({
  id: 'Stop.Deaf',
  version: '1.0.0',
  description: 'Takes half a minute, and heeds no signal.',
  input: { type: 'object' },
  output: { type: 'string' },
  run: () => wait(30_000, 'done'),
});

const large = defineTool({
  id: 'Stop.Large',
  version: '1.0.0',
  description: 'Answers with 9 MB.',
  input: { type: 'object' },
  output: { type: 'string' },
  run: () => 'a'.repeat(9 * 2 ** 20),
});

/** Tools that take their time, or whose answers take theirs. */
export const slowTools: readonly ToolDefinition[] = [brief, ...long, deaf, pattern, large];
