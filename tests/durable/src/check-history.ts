import { explainHistory } from './explain-history.ts';
import type { Noted } from './happening.ts';

type Of<What extends Noted['what']> = Extract<Noted, { readonly what: What }>;

/** What no history may hold, in words; empty where all is as it was promised. */
export function checkHistory(history: readonly Noted[]): string[] {
  const notes = [...history].sort((a, b) => a.at - b.at);
  const all = <What extends Noted['what']>(what: What): Of<What>[] =>
    notes.filter((one): one is Of<What> => one.what === what);
  const [acknowledged, begun, reads] = [all('acknowledged'), all('begun'), all('read')];
  const retrySafe = new Map(all('invoked').map((one) => [one.callId, one.retrySafe]));
  const runsOf = groupBy(begun, ({ taskId }) => taskId);
  const readsOf = groupBy(reads, ({ taskId }) => taskId);
  const taskOf = new Map(acknowledged.map(({ callId, taskId }) => [callId, taskId]));

  const lost = acknowledged.flatMap(({ callId, taskId }) =>
    (readsOf.get(taskId) ?? []).some(({ status }) => isEnd(status))
      ? []
      : [`lost: ${callId} was acknowledged, and never ended`],
  );
  const changed = [...readsOf].flatMap(([taskId, ofTask]) => {
    const ends = new Set(
      ofTask.filter(({ status }) => isEnd(status)).map((read) => JSON.stringify({ ...read, at: 0 })),
    );
    const first = ofTask.findIndex(({ status }) => isEnd(status));
    const undone = first >= 0 && ofTask.slice(first).some(({ status }) => !isEnd(status));
    return ends.size > 1 || undone ? [`changed: ${taskId} was read with two ends`] : [];
  });
  const wasFull = all('filled').length > 0;
  const outcomes = reads
    .filter(({ status, hadNoRoom }) => !(status === 'failed' && hadNoRoom === true && wasFull))
    .flatMap((read) => checkOutcome(read, runsOf.get(read.taskId) ?? [], retrySafe));
  const doubled = [...groupBy(begun, ({ callId }) => callId)].flatMap(([callId, runs]) => {
    const tasks = new Set([...runs.map(({ taskId }) => taskId), ...[taskOf.get(callId) ?? []].flat()]);
    return tasks.size > 1 ? [`doubled: ${callId} was run as ${tasks.size} tasks`] : [];
  });
  const again = [...runsOf].flatMap(([, runs]) => checkRuns(runs, retrySafe, notes));
  const settled = [...groupBy(all('settled'), ({ taskId }) => taskId)].flatMap(([taskId, ends]) =>
    ends.length > 1 ? [`settled: ${taskId} was ended ${ends.length} times, and each end was kept`] : [],
  );
  const givenUp = reads.flatMap(({ taskId, mayHaveRun }) => (mayHaveRun === true ? [taskId] : []));
  const early = [...new Set(givenUp)].flatMap((taskId) => checkGivenUp(taskId, notes));
  const forgotten = begun.flatMap((run) => {
    // By attempts, as the fence orders them: one that was paused before it could note that it had begun notes it late.
    const kept = all('saved').filter(({ taskId, attempt }) => taskId === run.taskId && attempt < run.attempt);
    const most = Math.max(0, ...kept.map(({ step }) => step));
    return run.saved < most ? [`forgotten: ${run.callId} began at step ${run.saved} again, and ${most} was saved`] : [];
  });
  const { unexplained } = explainHistory(notes);
  return [...lost, ...changed, ...outcomes, ...doubled, ...again, ...settled, ...early, ...forgotten, ...unexplained];
}

/** What a task came to is what its last run has answered, or is told as a loss that there was. */
function checkOutcome(
  read: Of<'read'>,
  runs: readonly Of<'begun'>[],
  retrySafe: ReadonlyMap<string, boolean>,
): string[] {
  const { taskId, status, result, mayHaveRun } = read;
  const last = Math.max(0, ...runs.map(({ attempt }) => attempt));
  const [first] = runs;
  if (status === 'completed') {
    if (result === undefined || result.attempt !== last) {
      return [`stale: ${taskId} came to what attempt ${result?.attempt} answered, and attempt ${last} was begun`];
    }
    return first !== undefined && result.callId === first.callId
      ? []
      : [`crossed: ${taskId} came to the answer of another`];
  }
  if (status !== 'failed') return [];
  const isExplained = mayHaveRun === true && (first === undefined || retrySafe.get(first.callId) === false);
  return isExplained ? [] : [`failed: ${taskId} failed, and nothing explains it`];
}

/** The clocks of databases are not that of the host. */
const aroundMs = 50;

/** A run of a task begins after the lease of each run before it has run out, and none begins after one that has settled it. */
function checkRuns(
  runs: readonly Of<'begun'>[],
  retrySafe: ReadonlyMap<string, boolean>,
  notes: readonly Noted[],
): string[] {
  // By attempts: one that was paused before it could note that it had begun notes it late.
  const inOrder = [...runs].sort((a, b) => a.attempt - b.attempt);
  return inOrder.flatMap((run, index) => {
    const before = inOrder[index - 1];
    if (before === undefined) return [];
    if (retrySafe.get(run.callId) === false) return [`twice: ${run.callId} may run once, and was run again`];
    if (run.attempt === before.attempt) return [`unfenced: two runs of ${run.callId} had the attempt ${run.attempt}`];
    const wasHeld = notes.some(
      (one) =>
        (one.what === 'leased' || one.what === 'settled') &&
        one.taskId === run.taskId &&
        one.attempt < run.attempt &&
        (one.what === 'leased' ? run.at < one.until - aroundMs : one.at < run.at),
    );
    return wasHeld ? [`again: ${run.callId} was run again while another had it, or after it had ended`] : [];
  });
}

/** A call that may run once is given up after the lease of each run has run out. */
function checkGivenUp(taskId: string, notes: readonly Noted[]): string[] {
  const leases = notes.filter((one): one is Of<'leased'> => one.what === 'leased' && one.taskId === taskId);
  const isEarly = notes.some(
    (one) =>
      one.what === 'settled' &&
      one.taskId === taskId &&
      leases.some(({ attempt, until }) => attempt < one.attempt && one.at < until - aroundMs),
  );
  return isEarly ? [`early: ${taskId} was given up while its worker had it`] : [];
}

function isEnd(status: string): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

function groupBy<One, Key>(all: readonly One[], keyOf: (one: One) => Key): Map<Key, One[]> {
  const groups = new Map<Key, One[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return groups;
}
