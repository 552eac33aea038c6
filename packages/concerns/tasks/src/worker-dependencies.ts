import type { CrashSuspectGate } from './crash-suspect-gate.ts';
import type { Report } from './observe.ts';
import type { RequiredSlots } from './required-slots.ts';
import type { CredentialSeal } from './sealed-credentials.ts';
import type { TaskWorkOptions } from './task-calls.ts';
import type { TaskEventDetail } from './task-events.ts';
import type { TaskLedger } from './task-ledger.ts';
import type { TaskRecord } from './task-record.ts';

/** Everything that a worker needs to run calls. */
export interface WorkerDependencies {
  readonly ledger: TaskLedger;
  readonly leaseMs: number;
  readonly maxAttempts: number;
  readonly toolWaitMs: number;
  readonly hasTool: TaskWorkOptions['hasTool'];
  readonly slots: RequiredSlots | undefined;
  readonly gate: CrashSuspectGate;
  readonly pollIntervalMs: number;
  readonly report: Report;
  readonly now: () => number;
  /** Decrypts the credentials of a call. */
  readonly open: CredentialSeal['open'];
  /** Emits an event about the call of a record. */
  readonly emit: (record: TaskRecord, what: TaskEventDetail) => void;
}

/** Access to a claimed task, until another worker claims it. */
export type TaskAccess = Pick<WorkerDependencies, 'ledger' | 'report'>;
