import { groupBy, type RecordedEvent } from './history-event.ts';

/** Why another run of a call started, or the call was given up. */
export type Cause =
  | 'its worker was killed'
  | 'its worker was paused'
  | 'its database had a fault'
  | 'the response to a claim was lost'
  | 'its worker lost the lease';

/** The reasons for repeated runs. */
export interface Explanation {
  /** The number of calls with a single run. */
  readonly once: number;
  /** The number of repeated or given-up runs for each cause. */
  readonly causes: ReadonlyMap<Cause, number>;
  /** The runs without a cause, each as a sentence. */
  readonly unexplained: readonly string[];
}

type AttemptEvent = Extract<RecordedEvent, { readonly type: 'started' | 'leased' }>;

/** An attempt, from its recorded events. */
interface Attempt {
  readonly number: number;
  readonly pid: number;
  /** The time of its first event. */
  readonly at: number;
  readonly hasStarted: boolean;
}

/** Finds the causes of repeated runs of each acknowledged call. */
export function explainHistory(history: readonly RecordedEvent[]): Explanation {
  const attemptsOf = attemptsIn(history);
  const causes = new Map<Cause, number>();
  const unexplained: string[] = [];
  const givenUp = new Set(
    history.flatMap((one) => (one.type === 'read' && one.mayHaveRun === true ? [one.taskId] : [])),
  );
  let once = 0;
  for (const { taskId } of history.filter((one) => one.type === 'acknowledged')) {
    const attempts = attemptsOf.get(taskId) ?? [];
    if (attempts.length === 1 && attempts[0]?.number === 1) once += 1;
    if (givenUp.has(taskId) && attempts.at(-1)?.hasStarted !== false) {
      unexplained.push(`unexplained: ${taskId} was given up without a claim after its last run`);
    }
    for (const [index, attempt] of attempts.entries()) {
      const before = attempts[index - 1];
      if (before === undefined && attempt.number === 1) continue;
      const cause = causeOf(taskId, before, attempt, history);
      if (cause !== undefined) causes.set(cause, (causes.get(cause) ?? 0) + 1);
      else unexplained.push(`unexplained: ${taskId} had attempt ${attempt.number} without a cause`);
    }
  }
  return { once, causes, unexplained };
}

/** Describes a history in one sentence. */
export function describeHistory(history: readonly RecordedEvent[]): string {
  const { once, causes } = explainHistory(history);
  const count = (type: RecordedEvent['type']): number => history.filter((one) => one.type === type).length;
  const repeated = [...causes].map(([cause, times]) => `${times} because ${cause}`).join(', ');
  const summary = repeated === '' ? 'no repeated runs' : `repeated or given-up runs: ${repeated}`;
  return `${count('acknowledged')} calls acknowledged, ${once} with a single run, ${count('killed')} processes killed; ${summary}`;
}

/** Describes when the events of each type occurred, such as `started 313 times (0.2 s to 22.1 s)`. */
export function describeTimes(history: readonly RecordedEvent[]): string {
  const start = Math.min(...history.map(({ at }) => at));
  const secondsAt = (at: number): string => `${((at - start) / 1_000).toFixed(1)} s`;
  return [...groupBy(history, ({ type }) => type)]
    .map(([type, events]) => {
      const times = events.map(({ at }) => at);
      return `${type} ${times.length} times (${secondsAt(Math.min(...times))} to ${secondsAt(Math.max(...times))})`;
    })
    .join(', ');
}

/** Returns the recorded attempts of each call, in order. */
function attemptsIn(history: readonly RecordedEvent[]): ReadonlyMap<string, readonly Attempt[]> {
  const found = new Map<string, Map<number, Attempt>>();
  for (const { type, taskId, attempt: number, pid, at } of history.filter(isAttemptEvent)) {
    const attempts = found.get(taskId) ?? new Map<number, Attempt>();
    const known = attempts.get(number) ?? { at, hasStarted: false };
    const hasStarted = known.hasStarted || type === 'started';
    attempts.set(number, { number, pid, at: Math.min(at, known.at), hasStarted });
    found.set(taskId, attempts);
  }
  return new Map([...found].map(([id, attempts]) => [id, [...attempts.values()].sort((a, b) => a.number - b.number)]));
}

function isAttemptEvent(one: RecordedEvent): one is AttemptEvent {
  return one.type === 'started' || one.type === 'leased';
}

function causeOf(
  taskId: string,
  before: Attempt | undefined,
  after: Attempt,
  history: readonly RecordedEvent[],
): Cause | undefined {
  const from = before?.at ?? 0;
  // The response of the store may have been lost.
  if (before === undefined || after.number - before.number > 1) return 'the response to a claim was lost';
  const { pid, number } = before;
  const hadFault = (faultyPid: number | undefined): boolean =>
    history.some(
      (one) => one.type === 'fault' && one.pid === faultyPid && one.at > from && one.at - one.forMs < after.at,
    );
  if (history.some((one) => one.type === 'killed' && one.pid === pid && one.at > from && one.at < after.at)) {
    return 'its worker was killed';
  }
  if (hadFault(pid)) return 'its worker was paused';
  if (hadFault(undefined)) return 'its database had a fault';
  const endEvents = history.filter(
    (one) =>
      (one.type === 'aborted' || one.type === 'ended' || one.type === 'settled') &&
      one.taskId === taskId &&
      one.attempt === number,
  );
  const hasLostLease =
    endEvents.some(({ type }) => type === 'aborted') || !endEvents.some(({ type }) => type === 'settled');
  return endEvents.length > 0 && hasLostLease ? 'its worker lost the lease' : undefined;
}
