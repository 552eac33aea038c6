import { describe, expect, it } from 'vitest';
import type { Answer, Exchange } from '../src/http/caller.ts';
import { checkCalls } from '../src/http/check-calls.ts';
import type { LedgerEntry } from '../src/http/ledger.ts';

/** Exchanges of one call, which is sent every 1000 ms and answered after 100 ms. */
function exchangesOf(answers: readonly Answer[], more: Partial<Exchange> = {}): Exchange[] {
  return answers.map((answer, index) => ({
    caller: 'ada',
    callId: 'call',
    toolId: 'Shop.Order',
    token: `${more.caller ?? 'ada'}:call`,
    mayRunTwice: false,
    expects: 'value',
    sentAt: 1_000 * index,
    answeredAt: 1_000 * index + 100,
    answer,
    ...more,
  }));
}

function ledgerLine(type: LedgerEntry['type'], at: number, more: Partial<LedgerEntry> = {}): LedgerEntry {
  const caller = more.caller ?? 'ada';
  return { type, caller, callId: 'call', key: `key of ${caller}`, token: `${caller}:call`, at, ...more };
}

const run = (at: number, more: Partial<LedgerEntry> = {}): LedgerEntry[] => [
  ledgerLine('began', at, more),
  ledgerLine('effect', at + 50, more),
];

const running: Answer = { kind: 'running' };
const canRetry: Answer = { kind: 'can_retry' };
const value: Answer = { kind: 'value', value: { caller: 'ada', token: 'ada:call' } };
const canceledAnswer: Answer = { kind: 'failed', message: 'The call was canceled before the tool was done.' };
const notBegun: Answer = {
  kind: 'failed',
  message: 'The call was canceled before it started, so the tool did not run.',
};
const mayHaveEffect: Answer = { kind: 'failed', message: 'The call was canceled. The tool may have had an effect.' };
const mayHaveRun: Answer = { kind: 'failed', message: 'The worker was lost, so the call may have run.' };
const refused = (message: string, retryAfterMs?: number): Answer => ({ kind: 'refused', message, retryAfterMs });
const later = refused('The store does not answer. Try again.', 1_000);
const notRun = refused('Too many tasks are running. The tool did not run. Retry in 1 second.', 1_000);

describe('checkCalls', () => {
  it.each<[string, Exchange[], LedgerEntry[]]>([
    ['a call that ends at once', exchangesOf([value, value]), run(10)],
    ['a call that is followed to its end', exchangesOf([running, running, value, value]), run(900)],
    ['a caller that comes back after a refusal', exchangesOf([notRun, value]), run(1_010)],
    ['a refusal that does not say whether it ran', exchangesOf([later, value]), run(150)],
    ['a caller that gives up', exchangesOf([notRun]), []],
    ['a caller that gives up a call that may have run', exchangesOf([later]), run(5_000)],
    ['a broken connection', exchangesOf([{ kind: 'broken' }, value]), run(10)],
    ['a tool that may run twice', exchangesOf([running, value], { mayRunTwice: true }), [...run(10), ...run(500)]],
    [
      'a call that is asked for until it succeeds',
      exchangesOf([canRetry, canRetry, value]),
      [ledgerLine('began', 10), ledgerLine('began', 1_010), ...run(2_010)],
    ],
    ['a canceled call', exchangesOf([canceledAnswer], { expects: 'either' }), [ledgerLine('began', 10)]],
    [
      'a call that is sent again after a cancellation',
      exchangesOf([canceledAnswer, value], { expects: 'either' }),
      run(1_010),
    ],
    ['a run that was done when it was canceled', exchangesOf([canceledAnswer, value], { expects: 'either' }), run(10)],
    ['a worker that had just begun', exchangesOf([mayHaveEffect], { expects: 'either' }), run(110)],
    ['a cancellation that reaches a run late', exchangesOf([canceledAnswer], { expects: 'either' }), run(90)],
    [
      'two callers with the same call ID',
      [
        ...exchangesOf([value]),
        ...exchangesOf([{ kind: 'value', value: { caller: 'bob', token: 'bob:call' } }], { caller: 'bob' }),
      ],
      [...run(10), ...run(10, { caller: 'bob' })],
    ],
  ])('accepts %s', (_, exchanges, ledger) => {
    expect(checkCalls(exchanges, ledger)).toStrictEqual([]);
  });

  it.each<[violation: string, title: string, Exchange[], LedgerEntry[]]>([
    ['lost', 'a call that never ends', exchangesOf([running, running]), run(10)],
    ['lost', 'an acknowledged call that is refused until its caller gives up', exchangesOf([running, later]), run(10)],
    ['silent', 'a request without an answer', exchangesOf([{ kind: 'silent' }, value]), run(10)],
    ['no hint', 'a refusal for good', exchangesOf([refused('The server could not process the call')]), []],
    ['no hint', 'a refusal for good after one with a hint', exchangesOf([later, refused('No')]), []],
    ['untrue', 'a refusal that says that nothing ran, after a run', exchangesOf([notRun]), run(50)],
    ['untrue', 'a refusal that says that nothing ran, before a run', exchangesOf([notRun]), run(60_000)],
    ['untrue', 'a run between such a refusal and the next request', exchangesOf([notRun, value]), run(500)],
    ['untrue', 'a cancellation that says that nothing ran', exchangesOf([notBegun], { expects: 'either' }), run(10)],
    ['lost workers', 'a call that may have run, where no worker was lost', exchangesOf([mayHaveRun]), run(10)],
    [
      'wrong end',
      'a lost worker, where the call may run again',
      exchangesOf([mayHaveRun], { mayRunTwice: true }),
      run(10),
    ],
    ['twice', 'a second effect', exchangesOf([value]), [...run(10), ...run(5_000)]],
    [
      'twice',
      'a second effect under another key',
      exchangesOf([value], { mayRunTwice: true }),
      [...run(10), ...run(500, { key: 'another' })],
    ],
    [
      'unequal',
      'two results',
      exchangesOf(
        [
          { kind: 'failed', message: 'No' },
          { kind: 'failed', message: 'Never' },
        ],
        { expects: 'either' },
      ),
      run(10),
    ],
    [
      'unequal',
      'a result after a failure',
      exchangesOf([{ kind: 'failed', message: 'No' }, value], { expects: 'either' }),
      run(10),
    ],
    ['crossed', 'the result of another caller', exchangesOf([value], { caller: 'bob' }), run(10, { caller: 'bob' })],
    ['made up', 'a result without an effect', exchangesOf([value]), [ledgerLine('began', 10)]],
    ['wrong end', 'a failure of a call that can succeed', exchangesOf([{ kind: 'failed', message: 'No' }]), run(10)],
    ['wrong end', 'a success of a call that cannot', exchangesOf([value], { expects: 'failure' }), run(10)],
    [
      'canceled',
      'a run that begins after the cancellation',
      exchangesOf([canceledAnswer], { expects: 'either' }),
      run(101),
    ],
    [
      'canceled',
      'a run that begins long after',
      exchangesOf([mayHaveEffect], { expects: 'either' }),
      [ledgerLine('began', 4_000)],
    ],
    [
      'canceled',
      'an effect long after the cancellation',
      exchangesOf([canceledAnswer], { expects: 'either' }),
      [ledgerLine('began', 10), ledgerLine('effect', 4_000)],
    ],
    [
      'not retried',
      'a failure that is repeated',
      exchangesOf([canRetry, canRetry, value]),
      [ledgerLine('began', 10), ...run(2_010)],
    ],
    [
      'shared key',
      'a key of two callers',
      [
        ...exchangesOf([value]),
        ...exchangesOf([{ kind: 'value', value: { caller: 'bob', token: 'bob:call' } }], { caller: 'bob' }),
      ],
      [...run(10, { key: 'call' }), ...run(10, { key: 'call', caller: 'bob' })],
    ],
  ])('reports as %s: %s', (violation, _, exchanges, ledger) => {
    expect(checkCalls(exchanges, ledger).map((one) => one.split(':')[0])).toStrictEqual([violation]);
  });

  it('accepts a limited share of lost workers', () => {
    const others = [...Array(9).keys()].map((n) => `call-${n}`);
    const exchanges = others.flatMap((callId) => exchangesOf([value], { callId }));
    const ledger = others.flatMap((callId) => run(10, { callId, key: callId }));
    expect(checkCalls([...exchanges, ...exchangesOf([mayHaveRun])], ledger, 0.1)).toStrictEqual([]);
    const two = [...exchanges, ...exchangesOf([mayHaveRun]), ...exchangesOf([mayHaveRun], { callId: 'another' })];
    expect(checkCalls(two, ledger, 0.1)).toStrictEqual([
      'lost workers: call of ada and 1 more of 11 calls ended as "may have run"',
    ]);
  });

  it('reports an acknowledged call as cut off if it is refused without a retry delay', () => {
    const violations = checkCalls(exchangesOf([running, refused('The call ID belongs to another call.')]), []);
    expect(violations.map((one) => one.split(':')[0])).toStrictEqual(['lost', 'cut off']);
  });
});
