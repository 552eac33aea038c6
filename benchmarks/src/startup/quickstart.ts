// The quickstart as users have it: one package and zod.
import { defineTool, toolwire } from 'toolwire';
import { z } from 'zod';
import { announce } from '../servers/announce.ts';

const add = defineTool({
  id: 'Calculator.Add',
  version: '1.0.0',
  description: 'Adds two numbers.',
  input: z.object({ a: z.number().describe('The first number.'), b: z.number().describe('The second number.') }),
  output: z.number(),
  run: ({ a, b }) => a + b,
});

const { server } = await toolwire({ tools: [add] }).listen(0);
announce(server.address());
