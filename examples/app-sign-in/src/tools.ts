import { defineTool } from 'toolwire';

/** Lists the orders of the signed-in user. */
export const list = defineTool({
  id: 'Orders.List',
  version: '1.0.0',
  description: 'Lists the orders of the signed-in user.',
  scopes: ['orders:read'],
  run: (_input, { principal }) => `the orders of ${principal?.id}`,
});

/** Orders something, for users who may. */
export const create = defineTool({
  id: 'Orders.Create',
  version: '1.0.0',
  description: 'Orders something for the signed-in user.',
  scopes: ['orders:write'],
  run: (_input, { principal }) => `ordered for ${principal?.id}`,
});
