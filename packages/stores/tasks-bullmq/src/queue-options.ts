import { checkCount, checkNumber, wholeTimer } from '@toolwire/internal';

/** How turns are delivered, wherever the queue is. */
export interface QueueOptions {
  /** The name of the queue; `toolwire-tasks` if left out. Servers and workers that share tasks share it. */
  readonly queue?: string | undefined;
  /** How many deliveries each worker takes at once; 10 if left out. */
  readonly maxRunning?: number | undefined;
  /** How long a worker that says nothing is waited for before what it has is delivered again; a minute if left out. */
  readonly lockMs?: number | undefined;
  /** After how many milliseconds a run that has rejected is delivered again; a second if left out. */
  readonly retryMs?: number | undefined;
  /** How long the database is waited for; 5 seconds if left out. */
  readonly patienceMs?: number | undefined;
  /** Hears of failures that nobody waits for. */
  readonly report?: ((error: unknown) => void) | undefined;
}

/** The same, with what is left out. */
export interface QueueTerms {
  readonly name: string;
  readonly maxRunning: number;
  readonly lockMs: number;
  readonly retryMs: number;
  readonly patienceMs: number;
  readonly report: (error: unknown) => void;
}

/** Fills in what was left out, and checks the rest. */
export function termsOf(options: QueueOptions): QueueTerms {
  const { queue: name = 'toolwire-tasks', maxRunning = 10, report = () => undefined } = options;
  const { lockMs = 60_000, retryMs = 1_000, patienceMs = 5_000 } = options;
  for (const [option, ms] of Object.entries({ lockMs, retryMs, patienceMs })) checkNumber(option, ms, wholeTimer);
  checkCount('maxRunning', maxRunning, 1);
  return { name, maxRunning, lockMs, retryMs, patienceMs, report };
}
