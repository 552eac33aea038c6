import type { Stage } from '@toolwire/core';
import { StartUpError } from '@toolwire/internal';
import type { ResolvedCall } from './ready-call.ts';

/** In which order a call is checked: its tool is found first; then come `validate` and `requirements`, once each, and stages of your own among them. */
export type CheckOrder = readonly ['resolve', ...('validate' | 'requirements' | Stage<ResolvedCall>)[]];

/** The order of the text: tool, input (422), requirements (400). */
export const standardOrder: CheckOrder = ['resolve', 'validate', 'requirements'];

const example = "Write ['resolve', 'requirements', 'validate'], with stages of your own after 'resolve'";

/** Refuses an order that leaves out a check: types see to `resolve` alone. */
export function checkOrder(order: unknown): asserts order is CheckOrder {
  if (!Array.isArray(order)) throw new StartUpError('TW_CHECK_ORDER', `order is not a list. ${example}`);
  if (order[0] !== 'resolve') {
    throw new StartUpError('TW_CHECK_ORDER', `order does not begin with 'resolve', which finds the tool. ${example}`);
  }
  for (const name of ['resolve', 'validate', 'requirements']) {
    const count = order.filter((one) => one === name).length;
    if (count !== 1) {
      throw new StartUpError(
        'TW_CHECK_ORDER',
        `order has '${name}' ${count === 0 ? 'nowhere' : 'more than once'}; every check is made once. ${example}`,
      );
    }
  }
  if (
    order.some((one) => typeof one !== 'function' && !['resolve', 'validate', 'requirements'].includes(one as string))
  ) {
    throw new StartUpError(
      'TW_CHECK_ORDER',
      `order has something else in it than the three checks and stages. ${example}`,
    );
  }
}
