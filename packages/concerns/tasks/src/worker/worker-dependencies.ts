import type { Observe } from '../access/observe.ts';
import type { TaskLedger } from '../access/task-ledger.ts';
import type { CredentialSeal } from '../calls/sealed-credentials.ts';
import type { HasTool } from '../calls/task-calls.ts';
import type { TaskCallsSettings } from '../calls/task-calls-options.ts';
import type { TaskEventDetail } from '../calls/task-events.ts';
import type { TaskRecord } from '../record/task-record.ts';
import type { CrashSuspectGate } from './crash-suspect-gate.ts';

/** Everything that a worker needs to run calls. */
export interface WorkerDependencies
  extends Pick<TaskCallsSettings, 'leaseMs' | 'maxAttempts' | 'toolWaitMs' | 'slots' | 'report'> {
  /** During a run, it changes the task only while the claim holds. */
  readonly ledger: TaskLedger;
  /** Passes on the newer versions of a task, until its observation stops. */
  readonly observeTask: Observe;
  /** Whether this worker has the tool of a call; all tools by default. */
  readonly hasTool: HasTool | undefined;
  /** Admits a call to run, with other calls or alone. */
  readonly gate: CrashSuspectGate;
  /** Decrypts the credentials of a call. */
  readonly open: CredentialSeal['open'];
  /** Emits an event about the call of a record. */
  readonly emit: (record: TaskRecord, detail: TaskEventDetail) => void;
}
