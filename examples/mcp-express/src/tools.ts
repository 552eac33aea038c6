import { defineTool } from 'toolwire';
import { z } from 'zod';

const greet = defineTool({
  id: 'Office.Greet',
  version: '1.0.0',
  description: 'Greets the signed-in user.',
  input: z.object({ greeting: z.string().describe('The greeting, such as "Good morning".') }),
  output: z.string(),
  run: ({ greeting }, { principal }) => `${greeting}, ${principal?.id ?? 'guest'}!`,
});

const print = defineTool({
  id: 'Office.Print',
  version: '1.0.0',
  description: 'Prints some pages, and reports progress.',
  input: z.object({ pages: z.int().min(1).max(10).describe('How many.') }),
  output: z.object({ printed: z.int() }),
  run: async ({ pages }, { progress, signal }) => {
    for (let page = 1; page <= pages; page++) {
      signal.throwIfAborted();
      await new Promise((resolve) => setTimeout(resolve, 20));
      progress(page, pages);
    }
    return { printed: pages };
  },
});

export const tools = [greet, print];
