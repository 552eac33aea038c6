import { defineTool, type ToolDefinition } from '@toolwire/core';
import { z } from 'zod';

/** The tool that all servers offer, as toolwire takes it. */
export const add: ToolDefinition = defineTool({
  id: 'Calculator.Add',
  version: '1.0.0',
  description: 'Adds two numbers.',
  input: z.object({ a: z.number().describe('The first number.'), b: z.number().describe('The second number.') }),
  output: z.number(),
  run: ({ a, b }) => a + b,
}) as ToolDefinition;

/** The body of the call that is measured. */
export const callBody = JSON.stringify({
  $schema: 'otc://1.0',
  request: { call_id: '7c0a0c8e-3f3b-4a3c-9a53-0d1f6c1c6a10', tool_id: 'Calculator.Add', input: { a: 19, b: 23 } },
});

/** Tools that differ only in their IDs. */
export function manyTools(count: number): ToolDefinition[] {
  return Array.from({ length: count }, (_, index) => ({ ...add, id: toolIdAt(index), run: () => index }));
}

/** The id of one of many tools. */
export function toolIdAt(index: number): string {
  return `Toolkit${index % 100}.Tool${index}`;
}
