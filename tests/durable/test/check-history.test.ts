import { describe, expect, it } from 'vitest';
import { checkHistory } from '../src/check-history.ts';
import { type Cause, explainHistory, inWords } from '../src/explain-history.ts';
import type { Happening, Noted } from '../src/happening.ts';

function historyOf(...happenings: readonly Happening[]): Noted[] {
  return happenings.map((one, index) => ({ ...one, at: 100 * index }));
}

const [invoked, acknowledged]: readonly Happening[] = [
  { what: 'invoked', callId: 'call', retrySafe: true },
  { what: 'acknowledged', callId: 'call', taskId: 'task' },
] as const;
const begun = (attempt: number, more: Partial<Extract<Happening, { what: 'begun' }>> = {}): Happening => ({
  what: 'begun',
  callId: 'call',
  taskId: 'task',
  attempt,
  pid: attempt,
  saved: 0,
  ...more,
});
const leased = (attempt: number, until: number): Happening => ({
  what: 'leased',
  taskId: 'task',
  attempt,
  pid: attempt,
  until,
});
const killed = (pid: number): Happening => ({ what: 'killed', pid });
const struck = (pid: number | undefined, forMs: number): Happening => ({
  what: 'struck',
  fault: 'SIGSTOP',
  pid,
  forMs,
});
const settled = (attempt: number): Happening => ({ what: 'settled', taskId: 'task', attempt });
const mayHaveRun: Happening = { what: 'read', taskId: 'task', status: 'failed', mayHaveRun: true };
const completed = (attempt: number, callId = 'call'): Happening => ({
  what: 'read',
  taskId: 'task',
  status: 'completed',
  result: { callId, attempt },
});
const aborted = (attempt: number): Happening => ({ what: 'aborted', taskId: 'task', attempt });
const startOnce: readonly Happening[] = [{ what: 'invoked', callId: 'call', retrySafe: false }, acknowledged];
const start = [invoked, acknowledged] as readonly Happening[];

describe('explainHistory', () => {
  const followed = (...between: readonly Happening[]): Noted[] =>
    historyOf(...start, leased(1, 250), begun(1), ...between, leased(2, 900), begun(2), completed(2));

  it.each<[Cause, Noted[]]>([
    ['its worker was killed', followed(killed(1))],
    ['its worker was paused', followed(struck(1, 50))],
    ['its database was struck', followed(struck(undefined, 50))],
    ['it was told that it had lost the call', followed(aborted(1))],
    ['it was told that it had lost the call', followed({ what: 'ended', taskId: 'task', attempt: 1 })],
    ['nobody heard that it had the call', historyOf(...start, leased(2, 900), begun(2), completed(2))],
  ])('tells that %s', (cause, history) => {
    const { once, causes, unexplained } = explainHistory(history);
    expect({ once, causes: [...causes], unexplained }).toStrictEqual({
      once: 0,
      causes: [[cause, 1]],
      unexplained: [],
    });
    expect(inWords(history)).toContain(`1 as ${cause}`);
  });

  it('counts what was begun once', () => {
    const history = historyOf(...start, leased(1, 900), begun(1), settled(1), completed(1));
    expect(inWords(history)).toBe(
      '1 calls acknowledged, 1 begun once, 0 processes killed; no run was followed by another',
    );
  });
});

describe('checkHistory', () => {
  it('finds nothing in what was promised', () => {
    expect(checkHistory(historyOf(...start, begun(1), completed(1), completed(1)))).toStrictEqual([]);
    const again = [...start, begun(1), killed(1), begun(2), completed(2)];
    expect(checkHistory(historyOf(...again))).toStrictEqual([]);
    const lapsed = [...start, leased(1, 350), begun(1), leased(2, 900), aborted(1), begun(2), completed(2)];
    expect(checkHistory(historyOf(...lapsed))).toStrictEqual([]);
    const late = [
      ...start,
      leased(1, 250),
      leased(2, 900),
      begun(2),
      { what: 'saved', taskId: 'task', attempt: 2, step: 4 } as const,
      begun(1),
      aborted(1),
      completed(2),
    ];
    expect(checkHistory(historyOf(...late))).toStrictEqual([]);
    const givenUp = [...startOnce, leased(1, 350), begun(1), killed(1), leased(2, 900), settled(2), mayHaveRun];
    expect(checkHistory(historyOf(...givenUp))).toStrictEqual([]);
  });

  it.each<[string, readonly Happening[]]>([
    ['lost', [...start, begun(1)]],
    ['lost', [...start, { what: 'read', taskId: 'task', status: 'working' }]],
    ['changed', [...start, begun(1), completed(1), { what: 'read', taskId: 'task', status: 'working' }]],
    ['stale', [...start, begun(1), killed(1), begun(2), completed(1)]],
    ['crossed', [...start, begun(1), completed(1, 'another')]],
    ['failed', [...start, begun(1), killed(1), leased(2, 900), mayHaveRun]],
    ['doubled', [...start, begun(1), begun(1, { taskId: 'other' }), completed(1)]],
    ['unfenced', [...start, begun(1), killed(1), begun(1), completed(1)]],
    ['again', [...start, leased(1, 350), begun(1), leased(1, 900), killed(1), begun(2), completed(2)]],
    ['again', [...start, leased(1, 300), begun(1), settled(1), killed(1), begun(2), completed(2)]],
    ['twice', [...startOnce, begun(1), killed(1), begun(2), completed(2)]],
    ['settled', [...start, leased(1, 300), begun(1), settled(1), settled(1), completed(1)]],
    ['early', [...startOnce, leased(1, 900), begun(1), killed(1), leased(2, 900), settled(2), mayHaveRun]],
    ['unexplained', [...startOnce, begun(1), killed(1), mayHaveRun]],
    ['unexplained', [...start, leased(1, 250), begun(1), leased(2, 900), begun(2), completed(2)]],
    ['unexplained', [...start, leased(1, 250), begun(1), killed(3), leased(2, 900), begun(2), completed(2)]],
    ['unexplained', [...start, struck(3, 50), leased(1, 250), begun(1), leased(2, 900), begun(2), completed(2)]],
    [
      'forgotten',
      [...start, begun(1), { what: 'saved', taskId: 'task', attempt: 1, step: 2 }, killed(1), begun(2), completed(2)],
    ],
  ])('finds what is %s', (kind, happenings) => {
    expect(checkHistory(historyOf(...happenings)).map((words) => words.split(':')[0])).toStrictEqual([kind]);
  });
});
