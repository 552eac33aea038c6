import {
  artifact,
  defineTool,
  InputRequired,
  image,
  type JsonSchema,
  type ToolDefinition,
  withContent,
} from '@toolwire/core';
import { RetryableToolError, ToolError } from '@toolwire/errors';

const base = { version: '1.0.0', description: 'Does one thing.' } as const;
const choice = (name: string): JsonSchema => ({
  type: 'object',
  properties: { [name]: { type: 'string', description: 'Which.' } },
});

/** What only the author of a tool and developers should read. */
export const developerMessage = 'CANARY-for-developers';

/** Where a user signs in. */
export const signInUrl = 'https://app.example/connect';

/** One tool for each kind of outcome. */
export const wireTools: readonly ToolDefinition[] = [
  defineTool({
    ...base,
    id: 'Wire.Value',
    input: { type: 'object', properties: { value: { description: 'What to return.' } } },
    run: ({ value }) => value ?? null,
  }),
  defineTool({
    ...base,
    id: 'Wire.List',
    output: { type: 'array', items: { type: 'integer' } },
    run: () => [1, 2, 3],
  }),
  defineTool({
    ...base,
    id: 'Wire.Pictured',
    output: { type: 'object', properties: { sum: { type: 'integer' } }, required: ['sum'] },
    run: () => withContent({ sum: 3 }, 'The sum is 3.', image('aGk=', 'image/png')),
  }),
  defineTool({ ...base, id: 'Wire.Nothing', output: null, run: () => undefined }),
  defineTool({
    ...base,
    id: 'Wire.Fail',
    input: choice('how'),
    run: ({ how }) => {
      if (how === 'busy') {
        throw new RetryableToolError('Busy', {
          retryAfterMs: 1500,
          additionalPromptContent: 'Try 42',
          developerMessage,
        });
      }
      if (how === 'final') throw new ToolError('No such thing', { developerMessage });
      throw new Error('unforeseen');
    },
  }),
  // @ts-expect-error -- the compiler reports it too; JavaScript tools have no compiler
  defineTool({ ...base, id: 'Wire.Wrong', output: { type: 'integer' }, run: () => 'a text' }),
  defineTool({
    ...base,
    id: 'Wire.Strict',
    input: {
      type: 'object',
      properties: { count: { type: 'integer', description: 'A number.' } },
      required: ['count'],
      additionalProperties: false,
    },
    run: () => null,
  }),
  defineTool({ ...base, id: 'Wire.SignedIn', requirements: { authorization: [{ id: 'github' }] }, run: () => null }),
  defineTool({ ...base, id: 'Wire.Secretive', requirements: { secrets: [{ id: 'KEY' }] }, run: () => null }),
  defineTool({ ...base, id: 'Wire.Scoped', scopes: ['wire:read', 'wire:write'], run: () => null }),
  defineTool({
    ...base,
    id: 'Wire.Ask',
    input: choice('what'),
    run: ({ what }) => {
      const schema = { type: 'object', properties: { name: { type: 'string' } } };
      throw new InputRequired(
        what === 'signIn'
          ? { go: { kind: 'url', message: 'Sign in', url: signInUrl, authorization: { id: 'github' } } }
          : { name: { kind: 'form', message: 'What is your name?', schema } },
      );
    },
  }),
  defineTool({
    ...base,
    id: 'Wire.File',
    run: () => artifact({ contentType: 'text/csv', description: 'A table', body: 'a,b\n' }),
  }),
  defineTool({ ...base, id: 'Wire.Later', run: () => null }),
];
