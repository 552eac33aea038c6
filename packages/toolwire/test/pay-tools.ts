import { defineTool, type ToolDefinition } from '../src/index.ts';

/** The charges of an API that supports idempotency keys. */
export type Charge = (idempotencyKey: string) => unknown;

/** A tool that charges, of one version. */
export function payTool(charge: Charge, fields: Partial<ToolDefinition> = {}): ToolDefinition {
  const definition = { id: 'Shop.Pay', version: '1.0.0', description: 'Pays for an order.', ...fields };
  return defineTool({ ...definition, run: (_input, { idempotencyKey }) => charge(idempotencyKey) }) as ToolDefinition;
}
