import type { Random } from './random.ts';

/** What the tool of a call does. */
type Behavior =
  /** Saves each of its steps, and may run again after a crash. */
  | 'steps'
  /** Has an effect that must happen at most once. */
  | 'once'
  /** Fails twice with a retryable failure. */
  | 'flaky'
  /** Crashes its process. */
  | 'poison'
  /** Requests input from its caller. */
  | 'ask';

/** A call that one caller makes. */
export interface PlannedCall {
  /** Unique: its owner and its call ID. */
  readonly name: string;
  readonly owner: string;
  /** The ID that the caller chose. Callers use the same IDs. */
  readonly callId: string;
  /** Whether it runs as a durable task, as a task of one process, or while its caller waits, also over HTTP. */
  readonly kind: 'task' | 'in process' | 'keyed' | 'http';
  readonly behavior: Behavior;
  readonly startsAt: number;
  /** When its caller cancels it after the start; `undefined` for most calls. */
  readonly cancelAfterMs: number | undefined;
}

const kinds = ['task', 'task', 'task', 'keyed', 'http', 'in process'] as const;

/** The calls of a simulation. */
export function planCalls(random: Random): PlannedCall[] {
  const count = random.between(3, 7);
  const hasPoison = random.chance(0.2);
  return Array.from({ length: count }, (_, index) => {
    // A poison call can only harm other tasks. Most of them take long and run again after a crash.
    const kind = hasPoison ? 'task' : random.pick(kinds);
    const isVictim = hasPoison && random.chance(0.7);
    const behavior = hasPoison && index === 0 ? 'poison' : isVictim ? 'steps' : behaviorOf(kind, random);
    // Callers that choose the same IDs must not see each other's results.
    const owner = index % 2 === 0 ? 'alice' : 'bob';
    const callId = `call-${index >> 1}`;
    return {
      name: `${owner}/${callId}`,
      owner,
      callId,
      kind: behavior === 'poison' ? 'task' : kind,
      behavior,
      startsAt: hasPoison ? random.between(0, 500) : random.between(0, 8_000),
      cancelAfterMs: behavior !== 'poison' && random.chance(0.15) ? random.between(0, 3_000) : undefined,
    };
  });
}

function behaviorOf(kind: PlannedCall['kind'], random: Random): Behavior {
  switch (kind) {
    case 'keyed':
    case 'http':
      return random.pick(['once', 'once', 'steps', 'flaky']);
    case 'in process':
      return random.pick(['once', 'once', 'ask']);
    case 'task':
      return random.pick(['steps', 'once', 'flaky', 'ask']);
  }
}
