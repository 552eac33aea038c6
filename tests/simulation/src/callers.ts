import type { CallResult } from '@toolwire/client';
import type { Outcome } from '@toolwire/core';
import type { Task } from '@toolwire/tasks';
import { type CallerNetwork, noResponse } from './caller-network.ts';
import type { Member } from './cluster.ts';
import type { Defect } from './defects.ts';
import type { History, KeyedResponse } from './history.ts';
import { callOverHttp, clientDeadlineMs } from './http-client.ts';
import { followInProcess } from './in-process-caller.ts';
import type { PlannedCall } from './planned-call.ts';
import type { Random } from './random.ts';
import { isRetryable } from './server.ts';

/** What callers need. */
export interface CallerParts {
  readonly network: CallerNetwork;
  readonly history: History;
  readonly random: Random;
  readonly defect: Defect | undefined;
}

/** Makes a call and repeats it until its result is final. Resolves when the caller is done. */
export async function makeCall(call: PlannedCall, parts: CallerParts): Promise<void> {
  await sleep(call.startsAt);
  switch (call.kind) {
    case 'task':
      return followTask(call, parts);
    case 'in process':
      return followInProcess(call, parts);
    case 'keyed':
    case 'http':
      return repeatKeyed(call, parts);
  }
}

async function repeatKeyed(call: PlannedCall, parts: CallerParts): Promise<void> {
  const { network, history, random } = parts;
  // One caller sends its call to two processes at once.
  if (random.chance(0.2)) void sendKeyed(call, parts);
  if (call.cancelAfterMs !== undefined) {
    setTimeout(() => void network.request(({ server }) => server.cancelKeyed(call)), call.cancelAfterMs);
  }
  for (;;) {
    const response = await sendKeyed(call, parts);
    if (response?.kind === 'value' || response?.kind === 'interrupted') break;
    await sleep(random.between(100, 1_500));
  }
  history.answered.add(call.name);
  // A later repetition gets the same result.
  await sleep(random.between(0, 3_000));
  await sendKeyed(call, parts);
}

async function sendKeyed(call: PlannedCall, parts: CallerParts): Promise<KeyedResponse | undefined> {
  const { network, history } = parts;
  const sentAt = performance.now();
  let ownRuns = 0;
  const onRun = (): void => void (ownRuns += 1);
  if (call.kind === 'http') {
    const result = await callOverHttp(call, { ...parts, onRun }, new AbortController().signal);
    const at = performance.now();
    if (at - sentAt > clientDeadlineMs + 1_000) history.notice(call.name, `silent: the client took ${at - sentAt} ms`);
    const seen = { ownRuns, runs: history.runsOf(call.name), isCalm: history.isCalm };
    const response = { call, sentAt, at, ...seen, ...describeResult(result) };
    history.responses.push(response);
    return response;
  }
  const outcome = await network.request(({ server }, signal) => server.runKeyed(call, signal, onRun));
  if (outcome === noResponse) return undefined;
  const seen = { ownRuns, runs: history.runsOf(call.name), isCalm: history.isCalm };
  const response = { call, sentAt, at: performance.now(), ...seen, ...describe(outcome) };
  history.responses.push(response);
  return response;
}

function describe(outcome: Outcome): Pick<KeyedResponse, 'kind' | 'value' | 'code' | 'mayHaveRun'> {
  if (outcome.kind === 'value') {
    return { kind: 'value', value: textOf(outcome.value), code: undefined, mayHaveRun: true };
  }
  if (outcome.kind === 'failed') {
    const { message, canRetry } = outcome.failure;
    const kind = canRetry === true ? 'retryable' : 'interrupted';
    return { kind, value: message, code: undefined, mayHaveRun: true };
  }
  if (outcome.kind !== 'refused') throw new Error(`The outcome '${outcome.kind}' was not expected.`);
  const { message, code, mayHaveRun } = outcome;
  return { kind: 'refused', value: message, code, mayHaveRun: mayHaveRun === true };
}

function describeResult(result: CallResult): Pick<KeyedResponse, 'kind' | 'value' | 'code' | 'mayHaveRun'> {
  switch (result.kind) {
    case 'value':
      return { kind: 'value', value: textOf(result.value), code: undefined, mayHaveRun: true };
    case 'failed': {
      const { message, canRetry } = result.failure;
      return { kind: canRetry ? 'retryable' : 'interrupted', value: message, code: undefined, mayHaveRun: true };
    }
    case 'invalid':
      throw new Error('The client sent an invalid call.');
    case 'refused':
      return { kind: 'refused', value: result.message, code: result.code, mayHaveRun: result.ran !== 'no' };
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
}

async function followTask(call: PlannedCall, parts: CallerParts): Promise<void> {
  const { network, history, random } = parts;
  await startTask(call, parts);
  if (call.cancelAfterMs !== undefined) {
    const cancel = ({ server }: Member): Promise<unknown> => server.tasks.cancel(call.name, call.owner);
    setTimeout(() => void network.request(cancel), call.cancelAfterMs);
  }
  let readsAfterEnd = 0;
  while (readsAfterEnd < 3) {
    await sleep(random.between(200, 2_000));
    if (random.chance(0.1)) await readAsOther(call, parts);
    const sentAt = performance.now();
    const task = await network.request(({ server }) => server.read(call));
    if (task === noResponse) continue;
    history.readings.push({ call, sentAt, at: performance.now(), task, isCalm: history.isCalm });
    if (task === undefined || isRetryable(task)) await startTask(call, parts);
    else if (task.status === 'input_required') await answer(call, task, parts);
    else if (task.status !== 'working') {
      history.answered.add(call.name);
      readsAfterEnd += 1;
    }
  }
}

/** Repeats a start until it is acknowledged. */
async function startTask(call: PlannedCall, { network, history, random }: CallerParts): Promise<void> {
  for (;;) {
    const started = await network.request(({ server }) => server.start(call));
    if (started !== noResponse && started.started) break;
    if (started !== noResponse && started.reason !== 'full') history.notice(call.name, `refused: ${started.reason}`);
    await sleep(random.between(100, 1_500));
  }
  history.acknowledged.add(call.name);
}

async function answer(call: PlannedCall, task: Task, { network }: CallerParts): Promise<void> {
  const answers = Object.fromEntries(Object.keys(task.requests ?? {}).map((key) => [key, call.owner]));
  await network.request(({ server }) => server.tasks.answer(call.name, call.owner, answers));
}

/** Another caller who knows the ID gets nothing. */
async function readAsOther({ name }: PlannedCall, { network, history }: CallerParts): Promise<void> {
  const task = await network.request(({ server }) => server.tasks.get(name, 'mallory'));
  if (task !== noResponse && task !== undefined) history.notice(name, 'leaked: another caller read the task');
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
