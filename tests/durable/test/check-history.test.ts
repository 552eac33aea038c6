import { describe, expect, it } from 'vitest';
import { checkHistory } from '../src/check-history.ts';
import { type Cause, describeHistory, explainHistory } from '../src/explain-history.ts';
import type { HistoryEvent, RecordedEvent } from '../src/history-event.ts';

function historyOf(...events: readonly HistoryEvent[]): RecordedEvent[] {
  return events.map((one, index) => ({ ...one, at: 100 * index }));
}

const [invoked, acknowledged]: readonly HistoryEvent[] = [
  { type: 'invoked', callId: 'call', retrySafe: true },
  { type: 'acknowledged', callId: 'call', taskId: 'task' },
] as const;
const started = (attempt: number, more: Partial<Extract<HistoryEvent, { type: 'started' }>> = {}): HistoryEvent => ({
  type: 'started',
  callId: 'call',
  taskId: 'task',
  attempt,
  pid: attempt,
  saved: 0,
  ...more,
});
const leased = (attempt: number, until: number): HistoryEvent => ({
  type: 'leased',
  taskId: 'task',
  attempt,
  pid: attempt,
  until,
});
const killed = (pid: number): HistoryEvent => ({ type: 'killed', pid });
const faulted = (pid: number | undefined, forMs: number): HistoryEvent => ({
  type: 'fault',
  fault: 'SIGSTOP',
  pid,
  forMs,
});
const settled = (attempt: number): HistoryEvent => ({ type: 'settled', taskId: 'task', attempt });
const mayHaveRun: HistoryEvent = { type: 'read', taskId: 'task', status: 'failed', mayHaveRun: true };
const completed = (attempt: number, callId = 'call'): HistoryEvent => ({
  type: 'read',
  taskId: 'task',
  status: 'completed',
  result: { callId, attempt },
});
const aborted = (attempt: number): HistoryEvent => ({ type: 'aborted', taskId: 'task', attempt });
const startOnce: readonly HistoryEvent[] = [{ type: 'invoked', callId: 'call', retrySafe: false }, acknowledged];
const start = [invoked, acknowledged] as readonly HistoryEvent[];

describe('explainHistory', () => {
  const followed = (...between: readonly HistoryEvent[]): RecordedEvent[] =>
    historyOf(...start, leased(1, 250), started(1), ...between, leased(2, 900), started(2), completed(2));

  it.each<[Cause, RecordedEvent[]]>([
    ['its worker was killed', followed(killed(1))],
    ['its worker was paused', followed(faulted(1, 50))],
    ['its database had a fault', followed(faulted(undefined, 50))],
    ['its worker lost the lease', followed(aborted(1))],
    ['its worker lost the lease', followed({ type: 'ended', taskId: 'task', attempt: 1 })],
    ['the response to a claim was lost', historyOf(...start, leased(2, 900), started(2), completed(2))],
  ])('finds the cause: %s', (cause, history) => {
    const { once, causes, unexplained } = explainHistory(history);
    expect({ once, causes: [...causes], unexplained }).toStrictEqual({
      once: 0,
      causes: [[cause, 1]],
      unexplained: [],
    });
    expect(describeHistory(history)).toContain(`1 because ${cause}`);
  });

  it('counts calls with a single run', () => {
    const history = historyOf(...start, leased(1, 900), started(1), settled(1), completed(1));
    expect(describeHistory(history)).toBe(
      '1 calls acknowledged, 1 with a single run, 0 processes killed; no repeated runs',
    );
  });
});

describe('checkHistory', () => {
  it('accepts valid histories', () => {
    expect(checkHistory(historyOf(...start, started(1), completed(1), completed(1)))).toStrictEqual([]);
    const again = [...start, started(1), killed(1), started(2), completed(2)];
    expect(checkHistory(historyOf(...again))).toStrictEqual([]);
    const lapsed = [...start, leased(1, 350), started(1), leased(2, 900), aborted(1), started(2), completed(2)];
    expect(checkHistory(historyOf(...lapsed))).toStrictEqual([]);
    const late = [
      ...start,
      leased(1, 250),
      leased(2, 900),
      started(2),
      { type: 'saved', taskId: 'task', attempt: 2, step: 4 } as const,
      started(1),
      aborted(1),
      completed(2),
    ];
    expect(checkHistory(historyOf(...late))).toStrictEqual([]);
    const givenUp = [...startOnce, leased(1, 350), started(1), killed(1), leased(2, 900), settled(2), mayHaveRun];
    expect(checkHistory(historyOf(...givenUp))).toStrictEqual([]);
  });

  it.each<[string, readonly HistoryEvent[]]>([
    ['lost', [...start, started(1)]],
    ['lost', [...start, { type: 'read', taskId: 'task', status: 'working' }]],
    ['changed', [...start, started(1), completed(1), { type: 'read', taskId: 'task', status: 'working' }]],
    ['stale', [...start, started(1), killed(1), started(2), completed(1)]],
    ['crossed', [...start, started(1), completed(1, 'another')]],
    ['failed', [...start, started(1), killed(1), leased(2, 900), mayHaveRun]],
    ['doubled', [...start, started(1), started(1, { taskId: 'other' }), completed(1)]],
    ['unfenced', [...start, started(1), killed(1), started(1), completed(1)]],
    ['again', [...start, leased(1, 350), started(1), leased(1, 900), killed(1), started(2), completed(2)]],
    ['again', [...start, leased(1, 300), started(1), settled(1), killed(1), started(2), completed(2)]],
    ['twice', [...startOnce, started(1), killed(1), started(2), completed(2)]],
    ['settled', [...start, leased(1, 300), started(1), settled(1), settled(1), completed(1)]],
    ['early', [...startOnce, leased(1, 900), started(1), killed(1), leased(2, 900), settled(2), mayHaveRun]],
    ['unexplained', [...startOnce, started(1), killed(1), mayHaveRun]],
    ['unexplained', [...start, leased(1, 250), started(1), leased(2, 900), started(2), completed(2)]],
    ['unexplained', [...start, leased(1, 250), started(1), killed(3), leased(2, 900), started(2), completed(2)]],
    ['unexplained', [...start, faulted(3, 50), leased(1, 250), started(1), leased(2, 900), started(2), completed(2)]],
    [
      'forgotten',
      [
        ...start,
        started(1),
        { type: 'saved', taskId: 'task', attempt: 1, step: 2 },
        killed(1),
        started(2),
        completed(2),
      ],
    ],
  ])('finds a violation: %s', (kind, events) => {
    expect(checkHistory(historyOf(...events)).map((violation) => violation.split(':')[0])).toStrictEqual([kind]);
  });
});
