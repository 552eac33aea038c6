import { setTimeout as wait } from 'node:timers/promises';
import type { ToolDefinition } from '@toolwire/core';
import { ToolError } from '@toolwire/errors';
import { fieldOf, form } from './asking-tools.ts';
import { fixtureTool } from './fixture-tool.ts';

const nameOnly = {
  type: 'object',
  properties: { name: { type: 'string', description: 'Whom to greet.' } },
  required: ['name'],
};

/** A tool that asks at once is answered for before there is a task; one that has worked for longer asks by way of its task. */
export const longerThanAtOnceMs = 500;

/** Tools that may go on as a task, and one that never does. */
export function jobTools(): readonly ToolDefinition[] {
  return [
    fixtureTool('greet', {
      description: 'Greets at once.',
      input: nameOnly,
      run: ({ name }) => `Hello, ${String(name)}!`,
    }),
    fixtureTool('slow_compute', {
      description: 'Computes for some seconds.',
      input: {
        type: 'object',
        properties: {
          seconds: { type: 'number', description: 'How long it takes.' },
          label: { type: 'string', description: 'What to call it.' },
        },
        required: ['seconds'],
      },
      taskSupport: 'optional',
      run: async ({ seconds, label }, { signal }) => {
        await wait(Number(seconds) * 1000, undefined, { signal });
        return `Computed ${typeof label === 'string' ? label : 'it'} in ${String(seconds)} seconds.`;
      },
    }),
    fixtureTool('failing_job', {
      description: 'Fails, after a moment.',
      taskSupport: 'required',
      run: async (_input, { signal }) => {
        await wait(longerThanAtOnceMs, undefined, { signal });
        throw new ToolError('This job fails on purpose');
      },
    }),
    fixtureTool('protocol_error_job', {
      description: 'Never runs: middleware of the server refuses it.',
      taskSupport: 'required',
      run: () => 'never returned',
    }),
    fixtureTool('confirm_delete', {
      description: 'Asks before it deletes.',
      input: {
        type: 'object',
        properties: { filename: { type: 'string', description: 'What to delete.' } },
        required: ['filename'],
      },
      taskSupport: 'optional',
      run: async ({ filename }, { ask, signal }) => {
        await wait(longerThanAtOnceMs, undefined, { signal });
        const { confirm } = await ask({ confirm: form(`Delete ${String(filename)}?`, 'confirm', 'boolean') });
        return fieldOf(confirm, 'confirm') === 'true' ? `Deleted ${String(filename)}.` : `Kept ${String(filename)}.`;
      },
    }),
    fixtureTool('multi_input', {
      description: 'Asks two things at once.',
      taskSupport: 'optional',
      run: async (_input, { ask, signal }) => {
        await wait(longerThanAtOnceMs, undefined, { signal });
        const { first, second } = await ask({
          first: form('The first name?', 'name', 'string'),
          second: form('The second name?', 'name', 'string'),
        });
        return `${fieldOf(first, 'name')} and ${fieldOf(second, 'name')}`;
      },
    }),
    fixtureTool('test_tool_with_task', {
      description: 'Asks for a name, and then works on as a task.',
      taskSupport: 'required',
      run: async (_input, { ask, signal }) => {
        const { user_name: name } = await ask({ user_name: form('What is your name?', 'name', 'string') });
        await wait(longerThanAtOnceMs, undefined, { signal });
        return `Done for ${fieldOf(name, 'name')}.`;
      },
    }),
  ];
}
