import { defineTool, type Requirements, type ToolContext, type ToolDefinition } from '@toolwire/core';
import { ToolError } from '@toolwire/errors';
import { z } from 'zod';

/** Secrets that no sink may contain. JSON, a URL and a form encode their characters differently. */
export const canaries = {
  token: 'token-canary/1 "a"&b',
  secret: 'secret-canary/2 "a"&b',
  password: 'password-canary/3 "a"&b',
} as const;

/** The parts of the canaries that none of the spellings changes. */
export const canaryMarks: readonly string[] = ['token-canary', 'secret-canary', 'password-canary'];

/** The values that came with a call, in the format of Open Tool Calling. */
export const callContext = {
  authorization: [{ id: 'mail', token: canaries.token }],
  secrets: [{ id: 'KEY', value: canaries.secret }],
  user_id: 'ada',
};

/** The ways in which a tool may spill what it was trusted with. */
const ways: Readonly<Record<string, (all: string, context: ToolContext) => unknown>> = {
  value: (all) => ({ text: all }),
  'an error': (all) => {
    throw Object.assign(new Error(`Sent ${all}`, { cause: new TypeError(all) }), { code: all, headers: { all } });
  },
  'a rejection': (all) => Promise.reject(new AggregateError([new Error(all), all], all)),
  'a text': (all) => {
    // oxlint-disable-next-line typescript/only-throw-error -- tools may throw anything
    throw all;
  },
  'a tool error': (all) => {
    throw new ToolError(`Sent ${all}`, { developerMessage: all, additionalPromptContent: all, canRetry: true });
  },
  'a bad result': (all) => ({ text: { [all]: all } }),
  'a time-out': () => new Promise(() => undefined),
  'its log': (all, { log }) => {
    const url = new URL(`https://example.com/?key=${encodeURIComponent(all)}`);
    const form = new URLSearchParams({ all });
    for (const level of ['debug', 'info', 'warn', 'error'] as const) {
      log[level]({ all, deep: [{ [all]: url }], form: form.toString(), json: JSON.stringify({ all }) }, `Sent ${all}`);
      log[level]({ err: new Error(all, { cause: all }) }, all);
    }
    return { text: 'logged' };
  },
};

/** A tool for each of them; those that get no token and no secret can be called over MCP, which carries none. */
export function spillingTools(requirements?: Requirements): readonly ToolDefinition[] {
  return Object.values(ways).map(
    (spill, index) =>
      defineTool({
        id: `Spill.Way${index}`,
        version: '1.0.0',
        description: 'Spills what it was trusted with.',
        input: z.object({
          password: z.string().min(6).max(40).meta({ format: 'password' }),
          note: z.string().optional(),
        }),
        output: z.object({ text: z.string() }),
        ...(requirements && { requirements }),
        timeoutMs: 20,
        run: ({ password }, context) =>
          spill(`${context.token('mail')} and ${context.secret('KEY')} and ${password}`, context) as { text: string },
      }) as ToolDefinition,
  );
}

/** The requirements to get all three. */
export const needsAll: Requirements = { authorization: [{ id: 'mail' }], secrets: [{ id: 'KEY' }] };

/** What the tools do, in their order. */
export const wayNames: readonly string[] = Object.keys(ways);
