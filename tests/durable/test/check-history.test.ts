import { describe, expect, it } from 'vitest';
import { checkHistory } from '../src/check-history.ts';
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
const leased = (attempt: number, until: number): Happening => ({ what: 'leased', taskId: 'task', attempt, until });
const completed = (attempt: number, callId = 'call'): Happening => ({
  what: 'read',
  taskId: 'task',
  status: 'completed',
  result: { callId, attempt },
});
const start = [invoked, acknowledged] as readonly Happening[];

describe('checkHistory', () => {
  it('finds nothing in what was promised', () => {
    expect(checkHistory(historyOf(...start, begun(1), completed(1), completed(1)))).toStrictEqual([]);
    const again = [...start, begun(1), { what: 'killed', pid: 1 } as const, begun(2), completed(2)];
    expect(checkHistory(historyOf(...again))).toStrictEqual([]);
    const lapsed = [...start, leased(1, 350), begun(1), leased(2, 900), begun(2), completed(2)];
    expect(checkHistory(historyOf(...lapsed))).toStrictEqual([]);
    const late = [
      ...start,
      leased(1, 250),
      leased(2, 900),
      begun(2),
      { what: 'saved', taskId: 'task', attempt: 2, step: 4 } as const,
      begun(1),
      completed(2),
    ];
    expect(checkHistory(historyOf(...late))).toStrictEqual([]);
    const once: Happening = { what: 'invoked', callId: 'call', retrySafe: false };
    const told: Happening = { what: 'read', taskId: 'task', status: 'failed', mayHaveRun: true };
    expect(checkHistory(historyOf(once, acknowledged as Happening, begun(1), told))).toStrictEqual([]);
  });

  it.each<[string, readonly Happening[]]>([
    ['lost', [...start, begun(1)]],
    ['lost', [...start, { what: 'read', taskId: 'task', status: 'working' }]],
    ['changed', [...start, begun(1), completed(1), { what: 'read', taskId: 'task', status: 'working' }]],
    ['stale', [...start, begun(1), { what: 'killed', pid: 1 }, begun(2), completed(1)]],
    ['crossed', [...start, begun(1), completed(1, 'another')]],
    ['failed', [...start, begun(1), { what: 'read', taskId: 'task', status: 'failed', mayHaveRun: true }]],
    ['doubled', [...start, begun(1), begun(1, { taskId: 'other' }), completed(1)]],
    ['unfenced', [...start, begun(1), { what: 'killed', pid: 1 }, begun(1), completed(1)]],
    ['again', [...start, leased(1, 350), begun(1), leased(1, 900), leased(2, 900), begun(2), completed(2)]],
    [
      'again',
      [...start, leased(1, 300), begun(1), { what: 'settled', taskId: 'task', attempt: 1 }, begun(2), completed(2)],
    ],
    [
      'twice',
      [
        { what: 'invoked', callId: 'call', retrySafe: false },
        acknowledged,
        begun(1),
        { what: 'killed', pid: 1 },
        begun(2),
        completed(2),
      ],
    ],
    [
      'forgotten',
      [
        ...start,
        begun(1),
        { what: 'saved', taskId: 'task', attempt: 1, step: 2 },
        { what: 'killed', pid: 1 },
        begun(2),
        completed(2),
      ],
    ],
  ])('finds what is %s', (kind, happenings) => {
    expect(checkHistory(historyOf(...happenings)).map((words) => words.split(':')[0])).toStrictEqual([kind]);
  });
});
