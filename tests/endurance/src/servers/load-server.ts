// Serves tools whose answers are functions of their inputs, so that a crossed or lost answer shows.
import { setTimeout as wait } from 'node:timers/promises';
import { defineTool, toolwire } from 'toolwire';

const counts = { started: 0, finished: 0, aborted: 0 };

const square = defineTool({
  id: 'Load.Square',
  version: '1.0.0',
  description: 'Squares a number after a while.',
  input: {
    type: 'object',
    properties: {
      n: { type: 'integer', description: 'The number.' },
      delayMs: { type: 'integer', minimum: 0, maximum: 1000, description: 'How long to take, in milliseconds.' },
    },
    required: ['n'],
    additionalProperties: false,
  },
  output: { type: 'integer' },
  run: async ({ n, delayMs = 0 }, { signal }) => {
    counts.started++;
    try {
      if (delayMs > 0) await wait(delayMs, undefined, { signal });
    } catch (aborted) {
      counts.aborted++;
      throw aborted;
    }
    counts.finished++;
    return n ** 2;
  },
});

const late = defineTool({
  id: 'Load.Late',
  version: '1.0.0',
  description: 'Has 60 ms, takes 150, and heeds no signal.',
  annotations: { readOnly: true },
  input: { type: 'object', properties: { n: { type: 'integer', description: 'The number.' } }, required: ['n'] },
  output: { type: 'integer' },
  timeoutMs: 60,
  run: async ({ n }) => {
    await wait(150);
    return n;
  },
});

const count = defineTool({
  id: 'Load.Count',
  version: '1.0.0',
  description: 'Tells how often Load.Square started, finished, and was aborted.',
  input: { type: 'object' },
  output: { type: 'object' },
  run: () => ({ ...counts }),
});

// Calls with an ID continue after a disconnect. Here the tools must be canceled.
const server = toolwire({ tools: [square, late, count], idempotency: false });
const { url } = await server.listen(Number(process.env['PORT']));
process.stdout.write(`Listening on ${url}\n`);
