/** A tool to begin with. */
export function toolFile(): string {
  return `import { defineTool } from 'toolwire';
import { z } from 'zod';

export const add = defineTool({
  id: 'Calculator.Add',
  version: '1.0.0',
  description: 'Adds two numbers.',
  input: z.object({
    a: z.number().describe('The first number.'),
    b: z.number().describe('The second number.'),
  }),
  output: z.number(),
  annotations: { readOnly: true },
  run: ({ a, b }) => a + b,
});
`;
}

/** The call of that tool which every user tries first. */
export function curlLine(address: string): string {
  const body = '{"request":{"tool_id":"Calculator.Add","input":{"a":10,"b":5}}}';
  return `curl -s ${address}/tools/call -H 'content-type: application/json' -d '${body}'`;
}
