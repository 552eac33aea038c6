import { isDeepStrictEqual } from 'node:util';
import { groupBy } from '../history-event.ts';
import { type Answer, type Exchange, isEnd } from './caller.ts';
import type { LedgerEntry } from './ledger.ts';

/** The data of one call: the exchanges in order, and the ledger lines of its tool. */
interface CallRecord {
  readonly name: string;
  readonly first: Exchange;
  readonly exchanges: readonly Exchange[];
  readonly ledger: readonly LedgerEntry[];
}

/** How long a cancellation may take to reach a running tool: one second (TASK-06), and a tolerance for busy machines. */
const cancelReachMs = 3_000;

/**
 * Finds violated guarantees. It reads only the exchanges of callers and the ledger of the tools. `lostShare` is the share of calls of
 * non-idempotent tools that may end as "may have run" because of a store fault.
 */
export function checkCalls(exchanges: readonly Exchange[], ledger: readonly LedgerEntry[], lostShare = 0): string[] {
  const linesOf = groupBy(ledger, nameOf);
  const calls = [...groupBy(exchanges, nameOf)].map(([name, all]): CallRecord => {
    const inOrder = all.toSorted((a, b) => a.sentAt - b.sentAt);
    const [first] = inOrder;
    if (first === undefined) throw new RangeError('A group has a member.');
    return { name, first, exchanges: inOrder, ledger: linesOf.get(name) ?? [] };
  });
  const rules = [lost, silent, withoutHint, untrue, twice, unequal, crossed, wrongEnd, canceled, notRetried];
  return [...rules.flatMap((rule) => calls.flatMap(rule)), ...sharedKeys(ledger), ...lostWorkers(calls, lostShare)];
}

/** A call ends if its caller repeats it. */
function lost({ name, exchanges }: CallRecord): string[] {
  const last = exchanges.at(-1);
  if (last === undefined || exchanges.some(({ answer }) => isEnd(answer))) return [];
  // Some callers stop at a refusal. Calls that were acknowledged before must end nevertheless.
  if (last.answer.kind === 'refused' && !exchanges.some(({ answer }) => answer.kind === 'running')) return [];
  const answer = [last.answer.kind, messageOf(last.answer)].filter((part) => part !== '').join(': ');
  return [`lost: ${name} did not end; the last answer was ${answer}`];
}

function silent({ name, exchanges }: CallRecord): string[] {
  return exchanges.some(({ answer }) => answer.kind === 'silent') ? [`silent: ${name} got no answer`] : [];
}

/** Every call is valid, so a refusal is temporary and has a retry delay. */
function withoutHint({ name, exchanges }: CallRecord): string[] {
  const index = exchanges.findIndex(({ answer }) => answer.kind === 'refused' && answer.retryAfterMs === undefined);
  if (index < 0) return [];
  const wasAcknowledged = exchanges.slice(0, index).some(({ answer }) => answer.kind === 'running' || isEnd(answer));
  const violation = wasAcknowledged ? 'cut off' : 'no hint';
  return [`${violation}: ${name} was refused without a retry delay: ${messageOf(exchanges[index]?.answer)}`];
}

/** After a final refusal, or a message that the tool did not run, the tool must not have run before the next request. */
function untrue({ name, exchanges, ledger }: CallRecord): string[] {
  const isFalse = exchanges.some(({ answer }, index) => {
    const isFinal = answer.kind === 'refused' && answer.retryAfterMs === undefined;
    const until = exchanges[index + 1]?.sentAt ?? Number.POSITIVE_INFINITY;
    return (isFinal || saysNotRun(messageOf(answer))) && ledger.some(({ at }) => at < until);
  });
  return isFalse ? [`untrue: ${name} ran, although the response denied it`] : [];
}

function saysNotRun(message: string): boolean {
  return /did not run|nothing (?:has )?r[au]n/i.test(message);
}

/** A non-idempotent tool has its effect once. An idempotent tool uses the same idempotency key each time. */
function twice({ name, first, ledger }: CallRecord): string[] {
  const effects = ledger.filter(({ type }) => type === 'effect').map(({ key }) => key);
  const count = first.mayRunTwice ? new Set(effects).size : effects.length;
  return count > 1 ? [`twice: ${name} had its effect ${count} times`] : [];
}

/**
 * All results of a call are equal. Cancellations are ignored: a completed tool stores its result nevertheless, and a call that
 * had not started may be repeated.
 */
function unequal({ name, exchanges }: CallRecord): string[] {
  const [first, ...rest] = exchanges
    .map(({ answer }) => answer)
    .filter((answer) => isEnd(answer) && !saysCanceled(answer));
  return rest.every((answer) => isDeepStrictEqual(answer, first)) ? [] : [`unequal: ${name} got two results`];
}

/** A value belongs to the caller's call, and its effect is in the ledger. */
function crossed({ name, exchanges, ledger }: CallRecord): string[] {
  const values = exchanges.flatMap(({ answer, caller, token }) =>
    answer.kind === 'value' ? [{ value: answer.value, own: { caller, token } }] : [],
  );
  if (values.some(({ value, own }) => !isDeepStrictEqual(value, own))) return [`crossed: ${name} got another result`];
  const hasEffect = ledger.some(
    ({ type, token }) => type === 'effect' && values.every(({ own }) => own.token === token),
  );
  return values.length > 0 && !hasEffect ? [`made up: ${name} got a value without an effect`] : [];
}

/** A call ends as expected. */
function wrongEnd({ name, first: { expects }, exchanges }: CallRecord): string[] {
  const unwanted = expects === 'value' ? 'failed' : expects === 'failure' ? 'value' : undefined;
  const wrong = exchanges.find((one) => one.answer.kind === unwanted && !saysLost(one));
  return wrong === undefined ? [] : [`wrong end: ${name} ended as ${unwanted}: ${messageOf(wrong.answer)}`];
}

function lostWorkers(calls: readonly CallRecord[], lostShare: number): string[] {
  const lostCalls = calls.filter(({ exchanges }) => exchanges.some(saysLost));
  if (lostCalls.length <= lostShare * calls.length) return [];
  return [
    `lost workers: ${lostCalls[0]?.name} and ${lostCalls.length - 1} more of ${calls.length} calls ended as "may have run"`,
  ];
}

/** TASK-05: a non-idempotent tool is not run again after a worker crash. */
function saysLost({ mayRunTwice, answer }: Exchange): boolean {
  return (
    !mayRunTwice &&
    answer.kind === 'failed' &&
    /may have run|so it is unknown what the tool has done/.test(answer.message)
  );
}

/** After a cancellation no run starts before the next request. If the tool may have had an effect, the cancellation reaches its worker in time. */
function canceled({ name, exchanges, ledger }: CallRecord): string[] {
  const index = exchanges.findIndex(({ answer }) => saysCanceled(answer));
  const cancellation = exchanges[index];
  if (cancellation === undefined) return [];
  const sentAgainAt = exchanges[index + 1]?.sentAt ?? Number.POSITIVE_INFINITY;
  const hadStarted = /may have/.test(messageOf(cancellation.answer));
  const late = ledger.filter(({ type, at }) => {
    const reachMs = type === 'began' && !hadStarted ? 0 : cancelReachMs;
    return at > cancellation.answeredAt + reachMs && at < sentAgainAt;
  });
  return late.length > 0 ? [`canceled: ${name} was canceled before ${late.map(({ type }) => type).join(', ')}`] : [];
}

function saysCanceled(answer: Answer): boolean {
  return answer.kind === 'failed' && /cancel/i.test(answer.message);
}

/** A retry after `can_retry` starts another run. */
function notRetried({ name, exchanges, ledger }: CallRecord): string[] {
  const began = ledger.filter(({ type }) => type === 'began');
  let retries = 0;
  for (const { answer, answeredAt } of exchanges) {
    if (answer.kind !== 'can_retry' && !isEnd(answer)) continue;
    const runs = began.filter(({ at }) => at <= answeredAt).length;
    if (retries > 0 && runs <= retries) {
      return [`not retried: ${name} was retried ${retries} times after can_retry, but ran ${runs} times`];
    }
    if (answer.kind === 'can_retry') retries += 1;
  }
  return [];
}

/** An idempotency key belongs to one call of one caller. */
function sharedKeys(ledger: readonly LedgerEntry[]): string[] {
  return [...groupBy(ledger, ({ key }) => key)].flatMap(([key, lines]) => {
    const calls = new Set(lines.map(nameOf));
    return calls.size > 1 ? [`shared key: ${[...calls].join(' and ')} had the key ${key}`] : [];
  });
}

/** Describes the exchanges and ledger lines of the first violating call, for the failure message. */
export function describeCall(
  violation: string | undefined,
  exchanges: readonly Exchange[],
  ledger: readonly LedgerEntry[],
): string {
  const isOfCall = (one: Pick<Exchange, 'caller' | 'callId'>): boolean =>
    violation?.includes(`${nameOf(one)} `) === true;
  const lines = [
    ...exchanges.filter(isOfCall).map(({ sentAt, answeredAt, toolId, answer }) => ({
      at: sentAt,
      text: `call of ${toolId}; after ${Math.round(answeredAt - sentAt)} ms: ${JSON.stringify(answer)}`,
    })),
    ...ledger.filter(isOfCall).map(({ at, type }) => ({ at, text: `the tool: ${type}` })),
  ].toSorted((a, b) => a.at - b.at);
  return lines.map(({ at, text }) => `${Math.round(at - (lines[0]?.at ?? 0))} ms: ${text}`).join('\n');
}

function nameOf({ caller, callId }: Pick<Exchange, 'caller' | 'callId'>): string {
  return `${callId} of ${caller}`;
}

function messageOf(answer: Answer | undefined): string {
  return answer !== undefined && 'message' in answer ? answer.message : '';
}
