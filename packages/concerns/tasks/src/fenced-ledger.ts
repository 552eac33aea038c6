import { fenceOf } from './claim.ts';
import type { TaskLedger } from './task-ledger.ts';
import type { TaskRecord } from './task-record.ts';
import { fenced } from './transitions.ts';

/** TASK-03: changes what it has claimed, and nothing that somebody else has claimed since. What nobody has changed since then is not read again. */
export function fencedLedger(ledger: TaskLedger, claimed: TaskRecord): TaskLedger {
  const fence = fenceOf(claimed);
  let latest: TaskRecord | undefined = claimed;
  return {
    ...ledger,
    update: async (id, change) => {
      const seen = latest;
      // Until it is known what has become of it.
      latest = undefined;
      latest = await ledger.update(id, fenced(fence, change), seen);
      return latest;
    },
  };
}
