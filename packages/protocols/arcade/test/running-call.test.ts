import type { Outcome } from '@toolwire/core';
import { expect, test } from 'vitest';
import { encodeOutcome } from '../src/encode-outcome.ts';

const execution = { executionId: 'run-1', finishedAt: 0, wrapLists: false } as const;
const deferred: Outcome = { kind: 'deferred', task: { id: 'task-1', pollAfterMs: 500 } };

test.each(['strict', 'worker'] as const)(
  'a call that is still running has the header `call-running` in the profile %s, and other calls do not',
  (profile) => {
    const headersOf = (outcome: Outcome) => encodeOutcome(outcome, { ...execution, profile }).headers;
    expect(headersOf(deferred)).toMatchObject({ 'call-running': 'true' });
    expect(headersOf({ kind: 'value', value: 1 })).not.toHaveProperty('call-running');
  },
);
