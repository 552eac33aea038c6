import type { Noted } from './happening.ts';

/** Why a run of a call was followed by another, or given up. */
export type Cause =
  | 'its worker was killed'
  | 'its worker was paused'
  | 'its database was struck'
  | 'nobody heard that it had the call'
  | 'it was told that it had lost the call';

/** Why calls were run as often as they were. */
export interface Explanation {
  /** How many were begun once, and came to what that run came to. */
  readonly once: number;
  /** How many runs were followed by another, or given up, for each cause. */
  readonly causes: ReadonlyMap<Cause, number>;
  /** The runs for which there is none, each as a sentence. */
  readonly unexplained: readonly string[];
}

type Holding = Extract<Noted, { readonly what: 'begun' | 'leased' }>;

/** One attempt at a call, as far as anybody has noted it. */
interface Attempt {
  readonly number: number;
  readonly pid: number;
  /** When it was noted first. */
  readonly at: number;
  readonly isBegun: boolean;
}

/** Finds out why each call that was acknowledged was run as often as it was. */
export function explainHistory(history: readonly Noted[]): Explanation {
  const attemptsOf = attemptsIn(history);
  const causes = new Map<Cause, number>();
  const unexplained: string[] = [];
  const givenUp = new Set(
    history.flatMap((one) => (one.what === 'read' && one.mayHaveRun === true ? [one.taskId] : [])),
  );
  let once = 0;
  for (const { taskId } of history.filter((one) => one.what === 'acknowledged')) {
    const attempts = attemptsOf.get(taskId) ?? [];
    if (attempts.length === 1 && attempts[0]?.number === 1) once += 1;
    if (givenUp.has(taskId) && attempts.at(-1)?.isBegun !== false) {
      unexplained.push(`unexplained: ${taskId} was given up, and nobody has claimed it after its last run`);
    }
    for (const [index, attempt] of attempts.entries()) {
      const before = attempts[index - 1];
      if (before === undefined && attempt.number === 1) continue;
      const cause = causeOf(taskId, before, attempt, history);
      if (cause !== undefined) causes.set(cause, (causes.get(cause) ?? 0) + 1);
      else unexplained.push(`unexplained: ${taskId} came to attempt ${attempt.number}, and nothing explains it`);
    }
  }
  return { once, causes, unexplained };
}

/** The same, for people. */
export function inWords(history: readonly Noted[]): string {
  const { once, causes } = explainHistory(history);
  const count = (what: Noted['what']): number => history.filter((one) => one.what === what).length;
  const again = [...causes].map(([cause, times]) => `${times} as ${cause}`).join(', ');
  const followed = again === '' ? 'no run was followed by another' : `runs followed by another or given up: ${again}`;
  return `${count('acknowledged')} calls acknowledged, ${once} begun once, ${count('killed')} processes killed; ${followed}`;
}

/** The attempts at each call, in their order; one of which nobody has heard is left out. */
function attemptsIn(history: readonly Noted[]): ReadonlyMap<string, readonly Attempt[]> {
  const found = new Map<string, Map<number, Attempt>>();
  for (const { what, taskId, attempt: number, pid, at } of history.filter(isHolding)) {
    const attempts = found.get(taskId) ?? new Map<number, Attempt>();
    const known = attempts.get(number) ?? { at, isBegun: false };
    const isBegun = known.isBegun || what === 'begun';
    attempts.set(number, { number, pid, at: Math.min(at, known.at), isBegun });
    found.set(taskId, attempts);
  }
  return new Map([...found].map(([id, attempts]) => [id, [...attempts.values()].sort((a, b) => a.number - b.number)]));
}

function isHolding(one: Noted): one is Holding {
  return one.what === 'begun' || one.what === 'leased';
}

function causeOf(
  taskId: string,
  before: Attempt | undefined,
  after: Attempt,
  history: readonly Noted[],
): Cause | undefined {
  const from = before?.at ?? 0;
  // A store that was asked may have answered nobody.
  if (before === undefined || after.number - before.number > 1) return 'nobody heard that it had the call';
  const { pid, number } = before;
  const was = (is: (one: Noted) => boolean): boolean => history.some(is);
  const wasStruck = (whose: number | undefined): boolean =>
    was((one) => one.what === 'struck' && one.pid === whose && one.at > from && one.at - one.forMs < after.at);
  if (was((one) => one.what === 'killed' && one.pid === pid && one.at > from && one.at < after.at)) {
    return 'its worker was killed';
  }
  if (wasStruck(pid)) return 'its worker was paused';
  if (wasStruck(undefined)) return 'its database was struck';
  const ofIt = history.filter(
    (one) =>
      (one.what === 'aborted' || one.what === 'ended' || one.what === 'settled') &&
      one.taskId === taskId &&
      one.attempt === number,
  );
  const isToldOff = ofIt.some(({ what }) => what === 'aborted') || !ofIt.some(({ what }) => what === 'settled');
  return ofIt.length > 0 && isToldOff ? 'it was told that it had lost the call' : undefined;
}
