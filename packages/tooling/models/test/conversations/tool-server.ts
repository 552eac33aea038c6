import { artifact, defineTool } from '@toolwire/core';
import { RetryableToolError, ToolError } from '@toolwire/errors';
import type { CallTool, ModelTool } from '@toolwire/models';
import { otc } from '@toolwire/otc';
import { createCaller, createToolServer, silentLogger } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import * as z from 'zod';

/** A message for developers, which the error of each failing tool contains. */
export const forDevelopers = 'table doorbells of /srv/secret.db';

const version = '1.0.0';
const text = z.string().describe('A text.');
const doorbells = ['doorbell42', 'doorbell84'];
const developerMessage = forDevelopers;

const tools = [
  defineTool({
    id: 'Text.Echo',
    version,
    description: 'Says it again.',
    input: z.object({ text }),
    run: (input) => input.text,
  }),
  defineTool({
    id: 'Text.Count',
    version,
    description: 'Counts letters.',
    input: z.object({ text }),
    output: z.object({ letters: z.number(), text: z.string() }),
    run: (input) => ({ letters: input.text.length, text: input.text }),
  }),
  defineTool({ id: 'Text.Forget', version, description: 'Forgets all.', run: () => null }),
  defineTool({
    id: 'Text.Repeat',
    version,
    description: 'Says it often.',
    input: z.object({ text, times: z.number().describe('How often.') }),
    run: (input) => input.text.repeat(input.times),
  }),
  defineTool({
    id: 'Doorbell.Ring',
    version,
    description: 'Rings a doorbell.',
    input: z.object({
      doorbell_id: z.string().describe('Which one.'),
      times: z.number().optional().describe('How often.'),
    }),
    output: z.string(),
    run({ doorbell_id }) {
      if (doorbells.includes(doorbell_id)) return `Rang ${doorbell_id}`;
      const additionalPromptContent = `The doorbells are: ${doorbells.join(', ')}`;
      throw new RetryableToolError('There is no such doorbell', { developerMessage, additionalPromptContent });
    },
  }),
  defineTool({
    id: 'Doorbell.Rest',
    version,
    description: 'Wants some rest first.',
    run() {
      const additionalPromptContent = 'Ask for less.';
      throw new RetryableToolError('Too fast', { developerMessage, additionalPromptContent, retryAfterMs: 5 });
    },
  }),
  defineTool({
    id: 'Mail.Send',
    version,
    description: 'Sends a mail.',
    run() {
      throw new RetryableToolError('The mail server is busy', { developerMessage });
    },
  }),
  defineTool({
    id: 'Mail.Burn',
    version,
    description: 'Burns a mail.',
    run() {
      throw new ToolError('There is no such mail', { developerMessage });
    },
  }),
  defineTool({
    id: 'Mail.Crash',
    version,
    description: 'Has a mistake.',
    run() {
      throw new TypeError(forDevelopers);
    },
  }),
  defineTool({
    id: 'Orders.Find',
    version,
    description: 'Finds orders.',
    input: z.object({
      $top: z.number().int().max(50).describe('How many.'),
      filter: z
        .object({ city: z.string().describe('Where.') })
        .optional()
        .describe('Which.'),
    }),
    output: z.array(z.number()),
    run: ({ $top }) => Array.from({ length: $top }, (_, index) => index),
  }),
  defineTool({
    id: 'Report.Rows',
    version,
    description: 'Writes all rows into a file.',
    run: () => artifact({ contentType: 'text/csv', description: 'All rows', name: 'rows.csv', body: ['a,b\n1,2\n'] }),
  }),
  defineTool({ id: 'Report.Start', version, description: 'Starts a long report.', run: () => null }),
  defineTool({
    id: 'Slow.Wait',
    version,
    description: 'Never ends.',
    timeoutMs: 20,
    run: () => new Promise(() => undefined),
  }),
  defineTool({ id: 'Slow.Hang', version, description: 'Ends when it is canceled.', run: () => null }),
  defineTool({ id: 'Far.Away', version, description: 'Is not to be reached.', run: () => null }),
  defineTool({
    id: 'Calendar.Read',
    version,
    description: 'Reads the calendar of a user.',
    requirements: { authorization: [{ id: 'calendar' }] },
    run: () => null,
  }),
];

const server = createToolServer({
  tools,
  wires: [otc()],
  validator: ajv(),
  logger: silentLogger,
  artifacts: {
    store: {
      async save(body) {
        let size = 0;
        for await (const part of body) size += part.length;
        return { url: 'https://files.example.com/7', size };
      },
    },
  },
});
const inProcess = createCaller(server);

/** The tools of the conversations, as a server lists them. */
export const listedTools: readonly ModelTool[] = server.tools;

/** Calls the tools, and simulates failures outside of a tool. */
export function callerOf(disconnect: () => void): CallTool {
  return (toolId, input, details) => {
    if (toolId.startsWith('Report.Start')) return Promise.resolve({ kind: 'deferred', task: { id: 'task-7' } });
    if (toolId.startsWith('Far.Away')) return Promise.reject(new Error(`connect ECONNREFUSED, ${forDevelopers}`));
    if (!toolId.startsWith('Slow.Hang')) return inProcess(toolId, input, details);
    disconnect();
    return Promise.reject(new Error('The caller has left.'));
  };
}
