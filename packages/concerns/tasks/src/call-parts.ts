import type { NeededPlaces } from './needed-places.ts';
import type { Report } from './observe.ts';
import type { CredentialSeal } from './sealed-credentials.ts';
import type { TaskWorkOptions } from './task-calls.ts';
import type { WhatHappened } from './task-events.ts';
import type { TaskLedger } from './task-ledger.ts';
import type { TaskRecord } from './task-record.ts';

/** What calls are run with. */
export interface CallParts {
  readonly ledger: TaskLedger;
  readonly leaseMs: number;
  readonly maxAttempts: number;
  readonly toolWaitMs: number;
  readonly hasTool: TaskWorkOptions['hasTool'];
  readonly places: NeededPlaces | undefined;
  readonly pollIntervalMs: number;
  readonly report: Report;
  readonly now: () => number;
  /** Opens what a call brought along. */
  readonly open: CredentialSeal['open'];
  /** Tells of what has happened to a record's call. */
  readonly tell: (record: TaskRecord, what: WhatHappened) => void;
}

/** What changes a claimed task, as long as nobody has claimed it since. */
export type HeldParts = Pick<CallParts, 'ledger' | 'report'>;
