import { content, defineTool, type InputRequest, type ToolDefinition } from '@toolwire/core';
import { RetryableToolError, ToolError } from '@toolwire/errors';

/** Adds two numbers. */
export const add: ToolDefinition = defineTool({
  id: 'Calculator.Add',
  version: '1.0.0',
  title: 'Add two numbers',
  description: 'Adds two numbers.',
  input: {
    type: 'object',
    properties: {
      a: { type: 'number', description: 'The first number.' },
      b: { type: 'number', description: 'The second number.' },
    },
    required: ['a', 'b'],
  },
  output: { type: 'number' },
  annotations: { readOnly: true, idempotent: true, destructive: false, openWorld: false },
  icons: [{ src: 'https://tools.example.com/add.png', mimeType: 'image/png', sizes: ['48x48'], theme: 'light' }],
  meta: { 'com.example/team': 'math' },
  run: (input) => Number(input['a']) + Number(input['b']),
}) as ToolDefinition;

/** A tool without parameters that runs a function. */
export function tool(id: string, run: ToolDefinition['run'], more: Partial<ToolDefinition> = {}): ToolDefinition {
  return { id, version: '1.0.0', description: `Does ${id}.`, run, ...more };
}

/** Returns its argument `value`, which may be anything. */
export const echo: ToolDefinition = tool('Test.Echo', (input) => (input as { readonly value: unknown }).value, {
  input: { type: 'object', properties: { value: { description: 'Anything.' } } },
});

/** Reports progress and writes log lines. */
export const chatty: ToolDefinition = tool('Test.Chatty', async (_, { progress, log }) => {
  progress(1, 3, 'one');
  progress(1, 3, 'again');
  progress(Number.NaN);
  log.debug({}, 'fine detail');
  log.info({ step: 1n }, 'a step');
  await Promise.resolve();
  progress(2, Number.POSITIVE_INFINITY);
  log.error({ step: 2 }, 'a problem');
  return 'done';
});

/** Fails with its author's messages. */
export const failing: ToolDefinition = tool('Test.Failing', () => {
  throw new RetryableToolError('No answer', {
    developerMessage: 'db-7 at 10.0.0.7 is down',
    additionalPromptContent: 'Ask for fewer rows.',
    retryAfterMs: 1500,
  });
});

/** Fails permanently. */
export const broken: ToolDefinition = tool('Test.Broken', () => {
  throw new ToolError('It cannot be done');
});

/** Returns content blocks. */
export const blocks: ToolDefinition = tool('Test.Blocks', () =>
  content(
    'words',
    { type: 'image', data: 'aW1n', mimeType: 'image/png' },
    { type: 'audio', data: 'c25k', mimeType: 'audio/wav' },
    { type: 'resource', resource: { uri: 'test://a', text: 'embedded' }, _meta: { 'com.example/a': 1 } },
    { type: 'resource_link', uri: 'https://tools.example.com/b.pdf', name: 'b.pdf', description: 'A paper' },
  ),
);

/** Returns nothing. */
export const silent: ToolDefinition = tool('Test.Silent', () => undefined, { output: null });

/** A form with one field. */
export const nameForm: InputRequest = {
  kind: 'form',
  message: 'What is your name?',
  schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
};

/** Another form with one field. */
export const colourForm: InputRequest = {
  kind: 'form',
  message: 'Which colour?',
  schema: { type: 'object', properties: { colour: { type: 'string', enum: ['red', 'blue'] } }, required: ['colour'] },
};

/** Requests a name, and then a color. */
export const curious: ToolDefinition = tool('Test.Curious', async (_, { ask }) => {
  const { name } = await ask({ name: nameForm });
  if (name.action !== 'accept') return `No name: ${name.action}`;
  const { colour } = await ask({ colour: colourForm });
  return [name.content, colour.content];
});

/** Sends the given input requests once. */
export function asking(requests: Readonly<Record<string, InputRequest>>): ToolDefinition {
  return tool('Test.Asking', async (_, { ask }) => ask(requests));
}
