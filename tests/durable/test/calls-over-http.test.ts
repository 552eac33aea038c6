import { describe, expect, it } from 'vitest';
import { callScenarios } from '../src/http/call-scenarios.ts';
import { checkCalls, describeCall } from '../src/http/check-calls.ts';
import { runCalls } from '../src/http/run-calls.ts';
import { missingPrograms } from '../src/missing-programs.ts';

// Another seed gives other calls, pauses and cancellations.
const seed = Number(process.env['FAULT_SEED'] ?? 17);
const backends = process.env['FAULT_BACKENDS']?.split(',');

describe('calls over HTTP keep all guarantees', () => {
  const histories = callScenarios.flatMap((scenario) => scenario.kinds.map((kind) => ({ ...scenario, kind })));
  for (const { title, kind, lostShare, run } of histories.filter((one) => backends?.includes(one.kind) !== false)) {
    const reason = missingPrograms[kind];
    it.skipIf(reason !== undefined)(
      `while ${title}, on ${kind} with the seed ${seed}${reason === undefined ? '' : `, skipped: ${reason}`}`,
      { timeout: 300_000 },
      async ({ annotate }) => {
        const { exchanges, ledger } = await runCalls(kind, (harness) => run(harness, { kind, seed }));
        await annotate(`${exchanges.length} responses, ${ledger.length} lines of the ledger`);
        const violations = checkCalls(exchanges, ledger, lostShare);
        const [first] = violations;
        expect(violations, `${first}: ${describeCall(first, exchanges, ledger)}`).toStrictEqual([]);
      },
    );
  }
});
