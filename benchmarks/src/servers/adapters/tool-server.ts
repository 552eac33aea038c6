import { defineTool } from '@toolwire/core';
import { otc } from '@toolwire/otc';
import { createToolServer, type ToolServer } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { inputSchema, outputSchema } from './calculator-schemas.ts';

/** The server that adapters mount; with all it does by default. */
export function calculatorServer(): ToolServer {
  const add = defineTool({
    id: 'Calculator.Add',
    version: '1.0.0',
    description: 'Adds two numbers.',
    input: inputSchema,
    output: outputSchema,
    run: ({ a, b }) => (a as number) + (b as number),
  });
  return createToolServer({ tools: [add], wires: [otc()], validator: ajv() });
}
