import { content, defineTool, image, RetryableToolError } from 'toolwire';
import { z } from 'zod';

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** Tools that answer in every way that the inspector shows. */
export const tools = [
  defineTool({
    id: 'Calculator.Add',
    version: '1.0.0',
    description: 'Adds two numbers.',
    input: z.object({ a: z.number().describe('The first number.'), b: z.number().describe('The second number.') }),
    output: z.number(),
    annotations: { readOnly: true },
    deprecation: { since: '2026-01-01', sunset: '2027-01-01', successor: 'Calculator.Add@2.0.0' },
    run: ({ a, b }) => a + b,
  }),
  defineTool({
    id: 'Calculator.Add',
    version: '2.0.0',
    description: 'Adds two numbers.',
    input: z.object({
      a: z.number().describe('The first number.'),
      b: z.number().describe('The second number.'),
      note: z.string().describe('What it is for.').optional(),
    }),
    output: z.object({ sum: z.number(), note: z.string().optional() }),
    annotations: { readOnly: true },
    run: ({ a, b, note }) => ({ sum: a + b, ...(note !== undefined && { note }) }),
  }),
  defineTool({
    id: 'Mail.Draft',
    version: '1.0.0',
    description: 'Writes a draft, and asks for its subject.',
    input: z.object({ to: z.string().describe('Whom it is for.') }),
    run: async ({ to }, context) => {
      const { subject } = await context.ask({
        subject: {
          kind: 'form',
          message: 'What is it about?',
          schema: { type: 'object', properties: { subject: { type: 'string' } }, required: ['subject'] },
        },
      });
      return subject.action === 'accept' ? { to, about: subject.content ?? null } : 'Nothing was written';
    },
  }),
  defineTool({
    id: 'Reports.Slow',
    version: '1.0.0',
    description: 'Tells how far it is, until somebody ends it.',
    input: z.object({ steps: z.number().describe('How many steps to take.') }),
    run: async ({ steps }, context) => {
      for (let step = 1; step <= steps; step += 1) {
        context.progress(step, steps, `Step ${step}`);
        context.log.info(`Took step ${step}`);
        await new Promise<void>((resolve, reject) => {
          const timer = setTimeout(resolve, 20);
          context.signal.addEventListener('abort', () => {
            clearTimeout(timer);
            reject(new Error('ended'));
          });
        });
      }
      return 'done';
    },
  }),
  defineTool({
    id: 'Reports.Build',
    version: '1.0.0',
    description: 'Builds a report as a task.',
    input: z.object({}),
    taskSupport: 'required',
    run: async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      return { pages: 12 };
    },
  }),
  defineTool({
    id: 'Weather.Flaky',
    version: '1.0.0',
    description: 'Fails, and says that trying again may help.',
    input: z.object({}),
    run: () => {
      throw new RetryableToolError('The station is busy', {
        retryAfterMs: 40,
        additionalPromptContent: 'Wait a little.',
      });
    },
  }),
  defineTool({
    id: 'Pictures.Pixel',
    version: '1.0.0',
    description: 'Answers with a picture.',
    input: z.object({}),
    run: () => content(image(pixel, 'image/png'), 'A pixel'),
  }),
  defineTool({
    id: 'Vault.Open',
    version: '1.0.0',
    description: 'Takes a secret.',
    input: z.object({ pin: z.string().meta({ format: 'password' }).describe('What opens it.') }),
    output: z.object({ opened: z.boolean() }),
    run: () => ({ opened: true }),
  }),
];
