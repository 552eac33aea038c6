import { Buffer } from 'node:buffer';
import { defineTool, type ToolContext, type ToolDefinition, ToolError } from 'toolwire';
import { z } from 'zod';

/** Where a tool repeats its secrets, in addition to progress, log and saves. */
export const spills = [
  'error',
  'cause',
  'tool error',
  'again later',
  'base64',
  'wrong output',
  'form',
  'page',
] as const;

type Spill = (typeof spills)[number];

/** Returns a tool for secrets of the server, and one for secrets of its caller. Each waits for the gate before it repeats them. `mark` is public. */
export function spillingTools(gate: () => Promise<void>): readonly ToolDefinition[] {
  return (['own', 'brought'] as const).map((whose) =>
    defineTool({
      id: `Spill.${whose === 'own' ? 'Own' : 'Brought'}`,
      version: '1.0.0',
      description: 'Repeats its secrets.',
      input: z.object({
        kind: z.enum(spills).describe('Where.'),
        mark: z.string().describe('A public text.'),
      }),
      output: z.object({ sent: z.number() }),
      annotations: { idempotent: true },
      taskSupport: 'optional',
      requirements: { authorization: [{ id: whose }], secrets: [{ id: whose.toUpperCase() }] },
      run: async ({ kind, mark }, context) => {
        const read = `${context.token(whose)} and ${context.secret(whose.toUpperCase())}`;
        context.progress(1, 2, `Sending ${read}`);
        context.log.info({ read, headers: { [read]: [read] } }, `Sending ${read}`);
        context.log.warn(
          { form: new URLSearchParams({ read }).toString(), err: new Error(read, { cause: read }) },
          'Sent',
        );
        // A value with a secret is refused; one without is stored.
        await context.save({ read }).catch((error: unknown) => context.log.warn({ err: error }, 'It was not saved'));
        await context.save({ mark });
        context.log.info({}, 'It was saved');
        await gate();
        return spill(kind, read, context) as never;
      },
    }),
  );
}

/** A tool with a password in its input. */
export const login: ToolDefinition = defineTool({
  id: 'Spill.Login',
  version: '1.0.0',
  description: 'Signs in with a password.',
  input: z.object({ password: z.string().meta({ format: 'password' }).describe('The password.') }),
  output: z.object({ length: z.number() }),
  taskSupport: 'optional',
  run: ({ password }, { log }) => {
    log.info({ password }, `Signing in with ${password}`);
    return { length: password.length };
  },
});

function spill(kind: Spill, read: string, { ask }: ToolContext): unknown {
  const text = `Sent ${read}, as JSON ${JSON.stringify(read)}, and to https://x.example/?q=${encodeURIComponent(read)}`;
  switch (kind) {
    case 'error':
      throw new Error(text);
    case 'cause':
      throw new Error('Refused', { cause: Object.assign(new AggregateError([new Error(text)]), { code: read }) });
    case 'tool error':
      throw new ToolError(text, { developerMessage: text, additionalPromptContent: text });
    case 'again later':
      throw new ToolError(text, { developerMessage: text, canRetry: true, retryAfterMs: 1 });
    case 'base64':
      throw new ToolError(`Sent Basic ${Buffer.from(`ada:${read}`).toString('base64')}`, { developerMessage: text });
    case 'wrong output':
      return { [read]: text };
    case 'form':
      return ask({ form: { kind: 'form', message: text, schema: { type: 'object', properties: {} } } });
    case 'page':
      return ask({ page: { kind: 'url', message: text, url: `https://x.example/?q=${encodeURIComponent(read)}` } });
  }
}
