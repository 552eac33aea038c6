import { defineTool } from 'toolwire';
import { z } from 'zod';

/** Greets the signed-in user. */
export const greet = defineTool({
  id: 'Greeter.Greet',
  version: '1.0.0',
  description: 'Greets the signed-in user.',
  input: z.object({ greeting: z.string().describe('The greeting, such as "Good morning".') }),
  output: z.string(),
  run: ({ greeting }, { principal }) => `${greeting}, ${principal?.id ?? 'guest'}!`,
});
