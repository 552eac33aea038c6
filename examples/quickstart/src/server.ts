import { defineTool, toolwire } from 'toolwire';
import { z } from 'zod';

const add = defineTool({
  id: 'Calculator.Add',
  version: '1.0.0',
  description: 'Adds two numbers.',
  input: z.object({ a: z.number().describe('The first number.'), b: z.number().describe('The second number.') }),
  output: z.number(),
  run: ({ a, b }) => a + b,
});

const { url } = await toolwire({ tools: [add] }).listen(Number(process.env['PORT'] ?? 3000));
console.log(`Calculator.Add answers on ${url}/tools/call`);
