// Let a model of Anthropic use a tool, and show what it reads when it calls it rightly, and when it calls a tool that there is not.
import { toAnthropic } from '@toolwire/models/anthropic';
import { defineTool, toolwire } from 'toolwire';
import { z } from 'zod';

const square = defineTool({
  id: 'Math.Square',
  version: '1.0.0',
  description: 'Squares a number.',
  input: z.object({ number: z.number().describe('Which number.') }),
  output: z.number(),
  run: ({ number }) => number * number,
});
const server = toolwire({ tools: [square] });
const { tools, answer } = await toAnthropic(server);
console.log(tools.map(({ name }) => name));
const said = [
  { type: 'tool_use', id: 'one', name: 'Math_Square', input: { number: 5 } },
  { type: 'tool_use', id: 'two', name: 'Math_Cube', input: { number: 5 } },
];
const { role, content } = await answer(said);
console.log(role, content.length, JSON.stringify(content[0]?.content));
