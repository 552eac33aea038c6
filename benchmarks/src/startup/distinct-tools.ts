import { defineTool, type ToolDefinition } from 'toolwire';
import { z } from 'zod';
import { toolIdAt } from '../calculator.ts';

/** The functions that create the schemas. */
export type SchemaKind = 'zod' | 'plain';

/** Tools with separate schemas. */
export function distinctTools(count: number, kind: SchemaKind): ToolDefinition[] {
  return Array.from({ length: count }, (_, index) => (kind === 'zod' ? zodTool : plainTool)(index));
}

function zodTool(index: number): ToolDefinition {
  return defineTool({
    ...about(index),
    input: z.object({
      a: z.number().describe('The first number.'),
      b: z.number().describe('The second number.'),
      note: z.string().max(100).optional().describe(`What it is for: ${index}.`),
    }),
    output: z.number(),
    run: ({ a, b }) => a + b,
  }) as ToolDefinition;
}

function plainTool(index: number): ToolDefinition {
  return defineTool({
    ...about(index),
    input: {
      type: 'object',
      properties: {
        a: { type: 'number', description: 'The first number.' },
        b: { type: 'number', description: 'The second number.' },
        note: { type: 'string', maxLength: 100, description: `What it is for: ${index}.` },
      },
      required: ['a', 'b'],
    },
    output: { type: 'number' },
    run: ({ a, b }) => Number(a) + Number(b),
  }) as ToolDefinition;
}

function about(index: number): { readonly id: string; readonly version: string; readonly description: string } {
  return { id: toolIdAt(index), version: '1.0.0', description: 'Adds two numbers.' };
}
