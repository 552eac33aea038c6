import { artifact, content, defineTool, InputRequired, type ToolDefinition } from '@toolwire/core';
import { RetryableToolError, ToolError } from '@toolwire/errors';

const base = { version: '1.0.0', description: 'Does something.' } as const;

/** Answers with what it is given. */
const echo: ToolDefinition = defineTool({
  ...base,
  id: 'Test.Echo',
  input: { type: 'object', properties: { value: { description: 'Anything.' } } },
  run: ({ value }) => value ?? null,
});

/** Adds two numbers, in two versions. */
export const add: readonly ToolDefinition[] = ['1.0.0', '2.0.0'].map((version) =>
  defineTool({
    ...base,
    id: 'Math.Add',
    version,
    input: {
      type: 'object',
      properties: { a: { type: 'number', description: 'One.' }, b: { type: 'number', description: 'The other.' } },
      required: ['a', 'b'],
      additionalProperties: false,
    },
    output: { type: 'number', description: 'The sum.' },
    run: ({ a, b }) => Number(a) + Number(b) + (version === '2.0.0' ? 1000 : 0),
  }),
);

/** Returns nothing. */
const nothing: ToolDefinition = defineTool({ ...base, id: 'Test.Nothing', output: null, run: () => undefined });

/** Returns its context. */
const tell: ToolDefinition = defineTool({
  ...base,
  id: 'Test.Tell',
  requirements: {
    authorization: [{ id: 'google', oauth2: { scopes: ['mail.read'] } }],
    secrets: [{ id: 'KEY' }],
    userId: true,
  },
  run: (_input, { token, secret, userId }) => ({ token: token('google'), secret: secret('KEY'), userId }),
});

/** Fails in the requested way. */
const fail: ToolDefinition = defineTool({
  ...base,
  id: 'Test.Fail',
  input: { type: 'object', properties: { how: { type: 'string', description: 'How.' } } },
  run: ({ how }) => {
    if (how === 'retry') {
      throw new RetryableToolError('Busy', { retryAfterMs: 500.2, additionalPromptContent: 'Try ids: 42' });
    }
    if (how === 'context') throw new ToolError('Which one?', { additionalPromptContent: 'Ask the user' });
    if (how === 'plain') throw new ToolError('No', { developerMessage: 'disk 7' });
    throw new Error('unforeseen CANARY');
  },
});

/** Requests a sign-in, or input that this protocol does not support. */
const ask: ToolDefinition = defineTool({
  ...base,
  id: 'Test.Ask',
  input: { type: 'object', properties: { what: { type: 'string', description: 'What.' } } },
  run: ({ what }) => {
    const url = 'https://app.example/connect';
    throw new InputRequired(
      what === 'signIn'
        ? { go: { kind: 'url', message: 'Sign in', url, authorization: { id: 'github', scopes: ['repo'] } } }
        : { name: { kind: 'form', message: 'What is your name?', schema: {} } },
    );
  },
});

/** Answers with a file, or with blocks. */
const file: ToolDefinition = defineTool({
  ...base,
  id: 'Test.File',
  run: () => artifact({ contentType: 'text/csv', description: 'A table', body: 'a,b\n' }),
});
const blocks: ToolDefinition = defineTool({ ...base, id: 'Test.Blocks', run: () => content('Hello') });

/** On its way out. */
const old: ToolDefinition = defineTool({
  ...base,
  id: 'Test.Old',
  deprecation: { since: '2026-01-01', successor: 'Test.Echo' },
  run: () => 'old',
});

/** All of them. */
export const allTools: readonly ToolDefinition[] = [echo, ...add, nothing, tell, fail, ask, file, blocks, old];
