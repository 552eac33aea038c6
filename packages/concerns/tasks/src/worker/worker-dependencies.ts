import type { Observe } from '../access/observe.ts';
import type { TaskLedger } from '../access/task-ledger.ts';
import type { CredentialSeal } from '../calls/sealed-credentials.ts';
import type { TaskWorkOptions } from '../calls/task-calls.ts';
import type { TaskCallsSettings } from '../calls/task-calls-options.ts';
import type { TaskEventDetail } from '../calls/task-events.ts';
import type { TaskRecord } from '../record/task-record.ts';
import type { SlotLimit } from '../store/slot-limit.ts';
import type { CrashSuspectGate } from './crash-suspect-gate.ts';

/** Everything that a worker needs to run calls. */
export interface WorkerDependencies
  extends Pick<TaskCallsSettings, 'leaseMs' | 'maxAttempts' | 'toolWaitMs' | 'slots' | 'pollIntervalMs' | 'report'> {
  readonly ledger: TaskLedger;
  readonly observeTask: Observe;
  readonly hasTool: TaskWorkOptions['hasTool'];
  readonly gate: CrashSuspectGate;
  /** Decrypts the credentials of a call. */
  readonly open: CredentialSeal['open'];
  /** Emits an event about the call of a record. */
  readonly emit: (record: TaskRecord, detail: TaskEventDetail) => void;
}

/** A call that the store granted to this worker. */
export interface ClaimedCall {
  readonly record: TaskRecord;
  /** The slots with which it was claimed. */
  readonly slots: readonly SlotLimit[] | undefined;
  /** Aborts when another worker may have the turn. */
  readonly signal: AbortSignal;
}
