import { Buffer } from 'node:buffer';
import { defineTool, type ToolContext, type ToolDefinition, ToolError } from 'toolwire';
import { z } from 'zod';

/** In what a tool repeats what it was trusted with, once it has told it in its progress, in its log, and in what it saves. */
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

/** A tool for the server's own tokens and secrets and one for those of its caller, each of which waits at the gate before it spills; and a part of its input that anybody may see. */
export function spillingTools(gate: () => Promise<void>): readonly ToolDefinition[] {
  return (['own', 'brought'] as const).map((whose) =>
    defineTool({
      id: `Spill.${whose === 'own' ? 'Own' : 'Brought'}`,
      version: '1.0.0',
      description: 'Repeats what it was trusted with.',
      input: z.object({
        kind: z.enum(spills).describe('In what.'),
        mark: z.string().describe('What is to be found.'),
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
        // A value with a secret in it is refused; one without is kept.
        await context.save({ read }).catch((error: unknown) => context.log.warn({ err: error }, 'It was not saved'));
        await context.save({ mark });
        context.log.info({}, 'It was saved');
        await gate();
        return spill(kind, read, context) as never;
      },
    }),
  );
}

/** A tool with a password among its input. */
export const login: ToolDefinition = defineTool({
  id: 'Spill.Login',
  version: '1.0.0',
  description: 'Signs in by a password.',
  input: z.object({ password: z.string().meta({ format: 'password' }).describe('The password.') }),
  output: z.object({ length: z.number() }),
  taskSupport: 'optional',
  run: ({ password }, { log }) => {
    log.info({ password }, `Signing in by ${password}`);
    return { length: password.length };
  },
});

function spill(kind: Spill, read: string, { ask }: ToolContext): unknown {
  const words = `Sent ${read}, as JSON ${JSON.stringify(read)}, and to https://x.example/?q=${encodeURIComponent(read)}`;
  switch (kind) {
    case 'error':
      throw new Error(words);
    case 'cause':
      throw new Error('Refused', { cause: Object.assign(new AggregateError([new Error(words)]), { code: read }) });
    case 'tool error':
      throw new ToolError(words, { developerMessage: words, additionalPromptContent: words });
    case 'again later':
      throw new ToolError(words, { developerMessage: words, canRetry: true, retryAfterMs: 1 });
    case 'base64':
      throw new ToolError(`Sent Basic ${Buffer.from(`ada:${read}`).toString('base64')}`, { developerMessage: words });
    case 'wrong output':
      return { [read]: words };
    case 'form':
      return ask({ form: { kind: 'form', message: words, schema: { type: 'object', properties: {} } } });
    case 'page':
      return ask({ page: { kind: 'url', message: words, url: `https://x.example/?q=${encodeURIComponent(read)}` } });
  }
}
