import { apiKey } from '@toolwire/auth';
import { defineTool, RetryableToolError, type Toolwire, toolwire } from 'toolwire';
import { z } from 'zod';

const add = (version: string) =>
  defineTool({
    id: 'Calculator.Add',
    version,
    description: 'Adds two numbers.',
    input: z.object({ a: z.number().describe('The first number.'), b: z.number().describe('The second number.') }),
    output: z.number(),
    annotations: { readOnly: true, idempotent: true },
    run: ({ a, b }) => a + b,
  });

const echo = defineTool({
  id: 'Tests.Echo',
  version: '1.0.0',
  description: 'Says \u001b[31mwhat\u009b2J it\u202e was given.',
  input: z.object({
    text: z.string().optional(),
    count: z.int().optional(),
    flag: z.boolean().optional(),
    list: z.array(z.number()).optional(),
    any: z.union([z.string(), z.number()]).optional(),
    bytes: z.string().meta({ contentEncoding: 'base64' }).optional(),
  }),
  run: (input) => input,
});

const secret = defineTool({
  id: 'Tests.Secret',
  version: '1.0.0',
  description: 'Needs a secret.',
  requirements: { secrets: [{ id: 'WEATHER_KEY' }] },
  run: () => 'told',
});

/** Fails twice, and then succeeds. */
function createFlaky() {
  let runs = 0;
  return defineTool({
    id: 'Tests.Flaky',
    version: '1.0.0',
    description: 'Works the third time.',
    output: z.number(),
    annotations: { idempotent: true },
    run: () => {
      runs += 1;
      if (runs < 3) throw new RetryableToolError('Not yet', { retryAfterMs: 1 });
      return runs;
    },
  });
}

const change = defineTool({
  id: 'Tests.Change',
  version: '1.0.0',
  description: 'Works with another input alone.',
  annotations: { idempotent: true },
  run: () => {
    throw new RetryableToolError('Too much', { additionalPromptContent: 'Ask less.' });
  },
});

const slow = defineTool({
  id: 'Tests.Slow',
  version: '1.0.0',
  description: 'Tells how far it is.',
  output: z.string(),
  run: (_input, { progress }) => {
    progress(1, 2, 'half \u001b[2Jway');
    return 'done';
  },
});

const ask = defineTool({
  id: 'Tests.Ask',
  version: '1.0.0',
  description: 'Asks for what it needs.',
  output: z.record(z.string(), z.unknown()),
  run: async (_input, context) => {
    const { stay } = await context.ask({
      stay: {
        kind: 'form',
        message: 'Where \u001b[2Jto?',
        schema: {
          type: 'object',
          properties: {
            city: { type: 'string', title: 'City', minLength: 2 },
            nights: { type: 'integer', minimum: 1 },
            breakfast: { type: 'boolean', default: true },
            room: { type: 'string', enum: ['single', 'double'] },
            note: { type: 'string' },
          },
          required: ['city', 'nights', 'room'],
        },
      },
    });
    if (stay.action !== 'accept') return { stay };
    const { page } = await context.ask({ page: { kind: 'url', message: 'Pay', url: 'https://pay.example.com/1' } });
    return { stay, page };
  },
});

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** A toolwire server with every protocol. */
export function createTestServer(options: { readonly apiKey?: string } = {}): Toolwire {
  return toolwire({
    tools: [add('1.0.0'), add('1.1.0'), echo, secret, createFlaky(), slow, ask, change],
    logger: quiet,
    ...(options.apiKey !== undefined && { auth: apiKey({ keys: { tester: options.apiKey } }) }),
  });
}
