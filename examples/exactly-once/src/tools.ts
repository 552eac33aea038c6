import type { Pool } from 'pg';
import { defineTool, ToolError } from 'toolwire';
import { z } from 'zod';
import { once } from './once.ts';

/** The tools of the shop. */
export const shopTools = (pool: Pool) => [
  defineTool({
    id: 'Shop.PlaceOrder',
    version: '1.0.0',
    description: 'Orders an item, and sends a confirmation by email.',
    input: z.object({
      item: z.string().describe('The item, such as lamp.'),
      quantity: z.int().min(1).max(10).describe('How many.'),
      email: z.email().describe('Where the confirmation goes.'),
    }),
    output: z.object({ order: z.int() }),
    taskSupport: 'optional',
    // `once` makes it safe to run again.
    annotations: { idempotent: true },
    run: ({ item, quantity, email }, { idempotencyKey }) =>
      once(pool, idempotencyKey, async (transaction) => {
        const taken = await transaction.query(
          'update stock set quantity = quantity - $2 where item = $1 and quantity >= $2',
          [item, quantity],
        );
        if (taken.rowCount === 0) throw new ToolError(`There are fewer than ${quantity} of '${item}'.`);
        const { rows } = await transaction.query<{ id: string }>(
          'insert into orders (item, quantity) values ($1, $2) returning id',
          [item, quantity],
        );
        const order = Number(rows[0]?.id);
        await transaction.query('insert into outbox (key, recipient, text) values ($1, $2, $3)', [
          idempotencyKey,
          email,
          `Your order ${order}: ${quantity} × ${item}.`,
        ]);
        return { order };
      }),
  }),
];
