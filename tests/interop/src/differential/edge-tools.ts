import { content, type ToolDefinition } from '@toolwire/core';
import { ToolError } from '@toolwire/errors';
import { fieldOf, fixtureTool, form } from '@toolwire-examples/mcp-fixtures';
import { valueTools } from '../fixtures/value-tools.ts';

/** The schema of `place`, whose parameters clients repeat in headers. */
export const regionInput = {
  type: 'object',
  properties: {
    region: { type: 'string', description: 'Where to run.', 'x-mcp-header': 'Region' },
    priority: { type: 'integer', description: 'How soon to run.', 'x-mcp-header': 'Priority' },
  },
} as const;

/** The tools of the server under test; the reference has the same by the same names. */
export function edgeTools(): readonly ToolDefinition[] {
  return [
    ...valueTools(),
    fixtureTool('echo', {
      description: 'Returns a text.',
      run: () => content('An echo.'),
    }),
    fixtureTool('fail', {
      description: 'Fails with its own message.',
      run: () => {
        throw new ToolError('It failed.');
      },
    }),
    fixtureTool('place', {
      description: 'Takes parameters that clients repeat in headers.',
      input: regionInput,
      run: () => content('Placed.'),
    }),
    fixtureTool('ask_name', {
      description: 'Asks for a name.',
      run: async (_input, { ask }) => {
        const { user_name: name } = await ask({ user_name: form('What is your name?', 'name', 'string') });
        return content(`Hello, ${fieldOf(name, 'name')}!`);
      },
    }),
  ];
}
