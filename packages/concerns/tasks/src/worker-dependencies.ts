import type { CrashSuspectGate } from './crash-suspect-gate.ts';
import type { CredentialSeal } from './sealed-credentials.ts';
import type { TaskWorkOptions } from './task-calls.ts';
import type { TaskCallsSettings } from './task-calls-options.ts';
import type { TaskEventDetail } from './task-events.ts';
import type { TaskLedger } from './task-ledger.ts';
import type { TaskRecord } from './task-record.ts';

/** Everything that a worker needs to run calls. */
export interface WorkerDependencies
  extends Pick<TaskCallsSettings, 'leaseMs' | 'maxAttempts' | 'toolWaitMs' | 'slots' | 'pollIntervalMs' | 'report'> {
  readonly ledger: TaskLedger;
  readonly hasTool: TaskWorkOptions['hasTool'];
  readonly gate: CrashSuspectGate;
  /** Decrypts the credentials of a call. */
  readonly open: CredentialSeal['open'];
  /** Emits an event about the call of a record. */
  readonly emit: (record: TaskRecord, detail: TaskEventDetail) => void;
}

/** Access to a claimed task, until another worker claims it. */
export type TaskAccess = Pick<WorkerDependencies, 'ledger' | 'report'>;
