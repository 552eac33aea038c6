import { describe, expect, it } from 'vitest';
import type { BackendKind } from '../src/backends.ts';
import { checkHistory } from '../src/check-history.ts';
import { describeHistory } from '../src/explain-history.ts';
import { faultScenarios } from '../src/fault-scenarios.ts';
import { runHistory } from '../src/run-history.ts';

// Another seed gives another order of faults.
const seed = Number(process.env['FAULT_SEED'] ?? 17);
const backends = process.env['FAULT_BACKENDS']?.split(',');

/** Tests all fault scenarios of one backend. */
export function testFaults(kind: BackendKind, noServer: string | undefined): void {
  // Histories mostly wait, so several run concurrently.
  describe.skipIf(backends?.includes(kind) === false)(`calls on ${kind} keep all guarantees`, () => {
    for (const { title, faults, tasks, atLeast, ...scenario } of faultScenarios.filter(({ kinds }) =>
      kinds.includes(kind),
    )) {
      const reason = noServer ?? scenario.reason;
      const skipped = reason === undefined ? '' : `, skipped: ${reason}`;
      it.skipIf(reason !== undefined)(
        `${title}: ${tasks} of them, with the seed ${seed}${skipped}`,
        { concurrent: true, timeout: 600_000 },
        async ({ annotate }) => {
          const history = await runHistory({ kind, tasks, seed, faults: faults(kind) });
          await annotate(describeHistory(history));
          expect(checkHistory(history)).toStrictEqual([]);
          for (const [type, least] of Object.entries({ acknowledged: tasks, ...atLeast })) {
            expect(history.filter((one) => one.type === type).length, type).toBeGreaterThanOrEqual(least);
          }
        },
      );
    }
  });
}
