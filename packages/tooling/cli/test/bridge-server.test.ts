import { expect, it } from 'vitest';
import { createBridgeServer } from '../src/bridge/bridge-server.ts';
import { createCallQuestions } from '../src/bridge/call-questions.ts';
import type { CliTool, Target } from '../src/target/target.ts';

const tool: CliTool = {
  toolId: '',
  id: '',
  version: '',
  name: '',
  description: 'A tool.',
  inputSchema: { type: 'object' },
  outputSchema: {},
};

const getX = { ...tool, id: 'get_x', name: 'get_x' };
const dottedGetX = { ...tool, id: 'get.x', name: 'get.x' };
const underscoreInToolkit = { ...tool, id: 'A_B.C', version: '1.0.0' };
const underscoreInName = { ...tool, id: 'A.B_C', version: '1.0.0' };
const invalid = { ...dottedGetX, inputSchema: { type: 'string' } };

it.each<[reason: string, Target['wire'], readonly CliTool[], readonly string[], string]>([
  [
    'the name of another MCP tool',
    'mcp',
    [getX, dottedGetX],
    ['Kit.get_x@1.0.0'],
    'get.x skipped: Kit.get_x is already named get_x.\n',
  ],
  [
    'the name of another Open Tool Calling tool',
    'otc',
    [underscoreInToolkit, { ...underscoreInToolkit, version: '2.0.0' }, underscoreInName],
    ['A_B.C@1.0.0', 'A_B.C@2.0.0'],
    'A.B_C skipped: A_B.C is already named A_B_C.\n',
  ],
  ['an invalid schema', 'mcp', [invalid, getX], ['Kit.get_x@1.0.0'], 'get.x skipped: '],
])('A bridge skips only the tool with %s', (_reason, wire, tools, served, note) => {
  const notes: string[] = [];
  const server = createBridgeServer({
    name: 'tests',
    tools,
    wire,
    toolkit: 'Kit',
    target: { call: () => Promise.reject(new Error('Not called.')), close: () => Promise.resolve() },
    context: {},
    note: (text) => void notes.push(text),
    questions: createCallQuestions(),
  });
  expect(server.tools.map(({ id, version }) => `${id}@${version}`)).toEqual(served);
  expect(notes).toEqual([expect.stringContaining(note)]);
});
