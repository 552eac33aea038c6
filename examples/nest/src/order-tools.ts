import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import { Tool } from '@toolwire/nest';
import type { ToolContext } from 'toolwire';
import { z } from 'zod';
import { Roles } from './guards.ts';
import { Orders } from './orders.ts';

const order = z.object({ id: z.string().describe('The number of the order.') });

@Injectable()
export class OrderTools {
  readonly #orders: Orders;

  constructor(@Inject(Orders) orders: Orders) {
    this.#orders = orders;
  }

  @Tool({
    id: 'Orders.Find',
    version: '1.0.0',
    description: 'Returns the state of an order.',
    input: order,
    output: z.string(),
    annotations: { readOnly: true },
  })
  find({ id }: z.infer<typeof order>): string {
    const state = this.#orders.find(id);
    if (state === undefined) throw new NotFoundException(`There is no order ${id}`);
    return state;
  }

  @Tool({
    id: 'Orders.Cancel',
    version: '1.0.0',
    description: 'Cancels an order.',
    input: order,
    output: z.string(),
  })
  @Roles('support')
  cancel({ id }: z.infer<typeof order>, { principal }: ToolContext): string {
    this.#orders.cancel(id);
    return `Canceled by ${principal?.id ?? 'anonymous'}`;
  }
}
