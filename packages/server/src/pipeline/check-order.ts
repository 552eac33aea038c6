import type { Stage } from '@toolwire/core';
import { StartupError } from '@toolwire/internal';
import type { ResolvedCall } from '../run/resolved-call.ts';

/** The order of the checks: `resolve` first, then `validate` and `requirements` once each, with your middleware between them. The order of all stages is in `stage-order.ts`. */
export type CheckOrder = readonly ['resolve', ...('validate' | 'requirements' | Stage<ResolvedCall>)[]];

/** The order of the standard: tool, input (422), requirements (400). */
export const standardOrder: CheckOrder = ['resolve', 'validate', 'requirements'];

const example = "Write ['resolve', 'requirements', 'validate'], with your middleware after 'resolve'";

const names: readonly unknown[] = standardOrder;

/** Throws for an invalid option `order`. The type only requires `resolve`. */
export function checkOrderOption(order: unknown): asserts order is CheckOrder {
  if (!Array.isArray(order)) throw new StartupError('TW_CHECK_ORDER', `order must be a list. ${example}`);
  if (order[0] !== 'resolve') {
    throw new StartupError('TW_CHECK_ORDER', `order must begin with 'resolve', which finds the tool. ${example}`);
  }
  for (const name of names) {
    if (order.filter((check) => check === name).length === 1) continue;
    throw new StartupError('TW_CHECK_ORDER', `order must contain '${String(name)}' exactly once. ${example}`);
  }
  if (order.every((check) => typeof check === 'function' || names.includes(check))) return;
  throw new StartupError(
    'TW_CHECK_ORDER',
    `order may contain only 'resolve', 'validate', 'requirements' and middleware functions. ${example}`,
  );
}
