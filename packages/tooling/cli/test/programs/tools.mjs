import { defineTool } from '@toolwire/core';

export const half = defineTool({
  id: 'Calculator.Half',
  version: '1.0.0',
  description: 'Halves a number.',
  input: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] },
  run: ({ a }) => a / 2,
});
