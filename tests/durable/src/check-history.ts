import { explainHistory } from './explain-history.ts';
import { groupBy, type RecordedEvent } from './history-event.ts';

type EventOf<Type extends RecordedEvent['type']> = Extract<RecordedEvent, { readonly type: Type }>;

/** Finds the violated guarantees of a history, each as a sentence. */
export function checkHistory(history: readonly RecordedEvent[]): string[] {
  const events = [...history].sort((a, b) => a.at - b.at);
  const all = <Type extends RecordedEvent['type']>(type: Type): EventOf<Type>[] =>
    events.filter((one): one is EventOf<Type> => one.type === type);
  const [acknowledged, starts, reads] = [all('acknowledged'), all('started'), all('read')];
  const retrySafe = new Map(all('invoked').map((one) => [one.callId, one.retrySafe]));
  const runsOf = groupBy(starts, ({ taskId }) => taskId);
  const readsOf = groupBy(reads, ({ taskId }) => taskId);
  const taskOf = new Map(acknowledged.map(({ callId, taskId }) => [callId, taskId]));

  const lost = acknowledged.flatMap(({ callId, taskId }) =>
    (readsOf.get(taskId) ?? []).some(({ status }) => isEnd(status))
      ? []
      : [`lost: ${callId} was acknowledged but never ended`],
  );
  const changed = [...readsOf].flatMap(([taskId, ofTask]) => {
    const ends = new Set(
      ofTask.filter(({ status }) => isEnd(status)).map((read) => JSON.stringify({ ...read, at: 0 })),
    );
    const first = ofTask.findIndex(({ status }) => isEnd(status));
    const undone = first >= 0 && ofTask.slice(first).some(({ status }) => !isEnd(status));
    return ends.size > 1 || undone ? [`changed: ${taskId} was read with two outcomes`] : [];
  });
  const wasFull = all('storage-full').length > 0;
  const outcomes = reads
    .filter(({ status, hadNoRoom }) => !(status === 'failed' && hadNoRoom === true && wasFull))
    .flatMap((read) => checkOutcome(read, runsOf.get(read.taskId) ?? [], retrySafe));
  const doubled = [...groupBy(starts, ({ callId }) => callId)].flatMap(([callId, runs]) => {
    const tasks = new Set([...runs.map(({ taskId }) => taskId), ...[taskOf.get(callId) ?? []].flat()]);
    return tasks.size > 1 ? [`doubled: ${callId} ran as ${tasks.size} tasks`] : [];
  });
  const again = [...runsOf].flatMap(([, runs]) => checkRuns(runs, retrySafe, events));
  const settled = [...groupBy(all('settled'), ({ taskId }) => taskId)].flatMap(([taskId, ends]) =>
    ends.length > 1 ? [`settled: ${taskId} had ${ends.length} stored outcomes`] : [],
  );
  const givenUp = reads.flatMap(({ taskId, mayHaveRun }) => (mayHaveRun === true ? [taskId] : []));
  const early = [...new Set(givenUp)].flatMap((taskId) => checkGivenUp(taskId, events));
  const forgotten = starts.flatMap((run) => {
    // Compared by attempt, because a process that was paused records its start late.
    const stored = all('saved').filter(({ taskId, attempt }) => taskId === run.taskId && attempt < run.attempt);
    const most = Math.max(0, ...stored.map(({ step }) => step));
    return run.saved < most
      ? [`forgotten: ${run.callId} started at step ${run.saved}, although step ${most} was saved`]
      : [];
  });
  const { unexplained } = explainHistory(events);
  return [...lost, ...changed, ...outcomes, ...doubled, ...again, ...settled, ...early, ...forgotten, ...unexplained];
}

/** The outcome of a task is the result of its last run, or a reported loss that occurred. */
function checkOutcome(
  read: EventOf<'read'>,
  runs: readonly EventOf<'started'>[],
  retrySafe: ReadonlyMap<string, boolean>,
): string[] {
  const { taskId, status, result, mayHaveRun, message } = read;
  const last = Math.max(0, ...runs.map(({ attempt }) => attempt));
  const [first] = runs;
  if (status === 'completed') {
    if (result === undefined || result.attempt !== last) {
      return [`stale: ${taskId} has the result of attempt ${result?.attempt}, although attempt ${last} started`];
    }
    return first !== undefined && result.callId === first.callId
      ? []
      : [`crossed: ${taskId} has the result of another call`];
  }
  if (status !== 'failed') return [];
  const isExplained = mayHaveRun === true && (first === undefined || retrySafe.get(first.callId) === false);
  return isExplained ? [] : [`failed: ${taskId} failed without a cause: ${message}`];
}

/** The tolerance for differences between the clocks of databases and the host. */
const toleranceMs = 50;

/** A run starts only after the leases of earlier runs have expired, and no run starts after the outcome was stored. */
function checkRuns(
  runs: readonly EventOf<'started'>[],
  retrySafe: ReadonlyMap<string, boolean>,
  events: readonly RecordedEvent[],
): string[] {
  // Sorted by attempt, because a process that was paused records its start late.
  const inOrder = [...runs].sort((a, b) => a.attempt - b.attempt);
  return inOrder.flatMap((run, index) => {
    const before = inOrder[index - 1];
    if (before === undefined) return [];
    if (retrySafe.get(run.callId) === false) return [`twice: ${run.callId} may run only once, but ran again`];
    if (run.attempt === before.attempt) return [`unfenced: two runs of ${run.callId} had attempt ${run.attempt}`];
    const wasHeld = events.some(
      (one) =>
        (one.type === 'leased' || one.type === 'settled') &&
        one.taskId === run.taskId &&
        one.attempt < run.attempt &&
        (one.type === 'leased' ? run.at < one.until - toleranceMs : one.at < run.at),
    );
    return wasHeld ? [`again: ${run.callId} ran again while another run had the lease, or after its end`] : [];
  });
}

/** A call that may run only once is given up only after the leases of its runs have expired. */
function checkGivenUp(taskId: string, events: readonly RecordedEvent[]): string[] {
  const leases = events.filter((one): one is EventOf<'leased'> => one.type === 'leased' && one.taskId === taskId);
  const isEarly = events.some(
    (one) =>
      one.type === 'settled' &&
      one.taskId === taskId &&
      leases.some(({ attempt, until }) => attempt < one.attempt && one.at < until - toleranceMs),
  );
  return isEarly ? [`early: ${taskId} was given up while its worker had the lease`] : [];
}

function isEnd(status: string): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
