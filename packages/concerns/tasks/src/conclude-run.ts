import type { HeldParts } from './call-parts.ts';
import { endInstead, settle } from './settle.ts';
import type { RunEnd } from './task-calls.ts';
import type { DeliveryEnd } from './task-engine.ts';
import type { TaskRecord } from './task-record.ts';
import { ask, giveBack } from './transitions.ts';

/** Stores the end of a run: its result, its requests for input, or its release to any worker. */
export async function concludeRun(
  { id, fence }: TaskRecord,
  how: RunEnd,
  stopLease: () => void,
  held: HeldParts,
): Promise<DeliveryEnd> {
  const { ledger, report } = held;
  if (how.status === 'handed_back') {
    stopLease();
    await ledger.update(id, giveBack(how.interrupted !== true)).catch((error: unknown) => report(error, id));
    await ledger.store.release(id, fence ?? 0);
    return { againInMs: how.againInMs };
  }
  if (how.status !== 'input_required') {
    await settle(id, how, held);
    return 'settled';
  }
  // A later renewal would hold the next turn.
  stopLease();
  try {
    await ledger.update(id, ask(new Map(Object.entries(how.requests))));
  } catch (error) {
    report(error, id);
    const instead = endInstead(how.requests, error);
    // Otherwise its lease expires, and it is handled like the call of a crashed worker.
    if (instead !== undefined) await settle(id, instead, held);
  }
  return 'settled';
}
