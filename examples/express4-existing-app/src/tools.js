// @ts-check
const { defineTool } = require('toolwire');
const { z } = require('zod');
const { ordersOf } = require('./orders.js');

const findOrders = defineTool({
  id: 'Shop.FindOrders',
  version: '1.0.0',
  description: 'Finds the orders of the signed-in user.',
  input: z.object({ status: z.enum(['open', 'shipped']).describe('Only orders in this state.') }),
  output: z.array(z.object({ id: z.string(), item: z.string(), status: z.string() })),
  run: ({ status }, { principal }) => ordersOf(principal?.id ?? '').filter((order) => order.status === status),
});

module.exports = { findOrders };
