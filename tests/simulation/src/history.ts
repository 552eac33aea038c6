import type { Task } from '@toolwire/tasks';
import type { PlannedCall } from './planned-call.ts';

/** A response to a keyed call. */
export interface KeyedResponse {
  readonly call: PlannedCall;
  readonly sentAt: number;
  readonly at: number;
  readonly kind: 'value' | 'retryable' | 'interrupted' | 'refused';
  /** The value, or the message. */
  readonly value: string;
  /** The code of a refusal. */
  readonly code: string | undefined;
  readonly mayHaveRun: boolean;
  /** How many runs had begun when it arrived. */
  readonly runs: number;
  /** How many of them its own requests had started. */
  readonly ownRuns: number;
  /** Whether no fault had happened when it arrived. */
  readonly isCalm: boolean;
}

/** A task as a caller read it. */
export interface TaskReading {
  readonly call: PlannedCall;
  readonly sentAt: number;
  readonly at: number;
  /** `undefined` if the task did not exist. */
  readonly task: Task | undefined;
  /** Whether no fault had happened until then. */
  readonly isCalm: boolean;
}

/** Everything that callers and tools observed. Guarantees are checked from this only. */
export class History {
  /** The calls whose start was acknowledged. */
  readonly acknowledged = new Set<string>();
  /** The calls whose caller got a final result. */
  readonly answered = new Set<string>();
  /** How many runs of each call began. */
  readonly runs = new Map<string, number>();
  /** The results of runs that had their effect, by call. */
  readonly effects = new Map<string, string[]>();
  /** The results of keyed calls that the database stored. */
  readonly storedResults = new Set<string>();
  readonly readings: TaskReading[] = [];
  readonly responses: KeyedResponse[] = [];
  /** Violations that were noticed when they happened, by call. */
  readonly noticed: { readonly name: string; readonly text: string }[] = [];

  /** How many messages about each call were lost, and, without a name, how many faults there were. */
  readonly disturbances = new Map<string, number>();

  /** How many messages about the claims of each task were lost. */
  readonly #lostClaimMessages = new Map<string, number>();

  hasCrash = false;

  /** Whether nothing but single messages was lost until now: no fault happened, and no process crashed. */
  get isCalm(): boolean {
    return !this.hasCrash && !this.disturbances.has('');
  }

  /** The task ID of work that runs in one process, by call. */
  readonly taskIds = new Map<string, string>();
  /** When the cancellation of work in one process was confirmed, by call. */
  readonly canceledAt = new Map<string, number>();
  readonly #running = new Map<string, number>();

  acknowledge(name: string, taskId: string): void {
    this.acknowledged.add(name);
    this.taskIds.set(name, taskId);
  }

  /** Counts the runs that share a limit. Returns a function that ends this one. */
  enter(limited: string, name: string, max: number): () => void {
    const running = this.#running.get(limited) ?? 0;
    if (running >= max) this.notice(name, `crowded: more than ${max} at the same time: ${limited}`);
    this.#running.set(limited, running + 1);
    return () => this.#running.set(limited, (this.#running.get(limited) ?? 1) - 1);
  }

  begin({ name }: PlannedCall): number {
    const runs = this.runsOf(name) + 1;
    this.runs.set(name, runs);
    return runs;
  }

  /** Records an effect, and returns a result that no other run has. */
  affect({ name }: PlannedCall, run: number): string {
    const result = `${name} run ${run}`;
    this.effects.set(name, [...(this.effects.get(name) ?? []), result]);
    return result;
  }

  runsOf(name: string): number {
    return this.runs.get(name) ?? 0;
  }

  disturb(name: string): void {
    this.disturbances.set(name, (this.disturbances.get(name) ?? 0) + 1);
  }

  /** Records that a message about a call was lost. */
  lose({ name, key }: { readonly name: string; readonly key: string }): void {
    this.disturb(key);
    if (name !== 'claim' && name !== 'undo claim') return;
    this.#lostClaimMessages.set(key, (this.#lostClaimMessages.get(key) ?? 0) + 1);
  }

  /**
   * Whether a claim can look like a crash although no run began. The response to the claim was lost. So were the two requests to undo
   * it that a worker sends before the lease is over.
   */
  canHaveLostClaim(name: string): boolean {
    return (this.#lostClaimMessages.get(name) ?? 0) >= 3;
  }

  disturbancesOf(name: string): number {
    return (this.disturbances.get(name) ?? 0) + (this.disturbances.get('') ?? 0);
  }

  notice(name: string, text: string): void {
    this.noticed.push({ name, text });
  }
}
