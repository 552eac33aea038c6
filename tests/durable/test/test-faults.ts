import { describe, expect, it } from 'vitest';
import { checkHistory } from '../src/check-history.ts';
import { inWords } from '../src/explain-history.ts';
import type { PlaceKind } from '../src/places.ts';
import { rows } from '../src/rows.ts';
import { runHistory } from '../src/run-history.ts';

// Another one shows other histories; the same one strikes in the same order.
const seed = Number(process.env['FAULT_SEED'] ?? 17);
const places = process.env['FAULT_PLACES']?.split(',');

/** Has everything befall calls of one kind of place. */
export function testFaults(kind: PlaceKind, noServer: string | undefined): void {
  // They wait for most of their time, so several go side by side.
  describe.skipIf(places?.includes(kind) === false)(`calls on ${kind} end as was promised`, () => {
    for (const { title, faults, tasks, atLeast, ...row } of rows.filter(({ kinds }) => kinds.includes(kind))) {
      const reason = noServer ?? row.reason;
      const skipped = reason === undefined ? '' : `, skipped: ${reason}`;
      it.skipIf(reason !== undefined)(
        `${title}: ${tasks} of them, with the seed ${seed}${skipped}`,
        { concurrent: true, timeout: 600_000 },
        async ({ annotate }) => {
          const history = await runHistory({ kind, tasks, seed, faults: faults(kind) });
          await annotate(inWords(history));
          expect(checkHistory(history)).toStrictEqual([]);
          for (const [what, least] of Object.entries({ acknowledged: tasks, ...atLeast })) {
            expect(history.filter((one) => one.what === what).length, what).toBeGreaterThanOrEqual(least);
          }
        },
      );
    }
  });
}
