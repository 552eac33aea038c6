import {
  type Call,
  type Deferral,
  type InputAnswer,
  type InputRequest,
  isInputRequired,
  type Next,
  type Outcome,
  type RefusedOutcome,
  type Stage,
  type Tool,
} from '@toolwire/core';
import type { ServiceTask, ServiceTasks } from '@toolwire/core/wire';
import type { TaskCalls, Tasks } from '@toolwire/tasks';
import type { ReadyCall } from '../ready-call.ts';
import { firstNews } from './first-news.ts';
import { notStarted } from './not-started.ts';
import { runHere } from './run-here.ts';
import { broughtBy, credentialsOf, hasSensitiveInput, taskCallOf } from './task-call.ts';
import { ownerOf, taskIdOf } from './task-id.ts';

/** What runs the calls of a server that go on as tasks: in this process, by `createTasks`, or in any, by `createTaskCalls`. */
export type ServerTasks = Tasks<InputRequest, InputAnswer> | TaskCalls<InputRequest, InputAnswer>;

/** What the stage works with. */
export interface TaskStageParts {
  readonly tasks: ServerTasks;
  readonly shown: ServiceTasks;
  /** How long a caller waits who can only ask by the call's id. */
  readonly deferAfterMs: number;
  /** Runs a call through all that the server does with any. */
  readonly run: (call: Call) => Promise<Outcome>;
  /** Hears of failures that nobody waits for. */
  readonly report: (error: unknown) => void;
}

/** A task that was begun for a call. */
interface Begun {
  readonly id: string;
  readonly pollAfterMs: number;
  readonly repeated: boolean;
}

/** Tells calls by name, which any process runs. */
export function outliveProcesses(tasks: ServerTasks): tasks is TaskCalls<InputRequest, InputAnswer> {
  return 'work' in tasks;
}

/**
 * Lets calls of tools that may go on as tasks do so. Their callers wait a while for the end, and are then told of the task. A run of a
 * task passes, and so does a call whose caller has no way to ask about one.
 */
export function createTaskStage(parts: TaskStageParts): Stage<ReadyCall> {
  const { tasks, deferAfterMs } = parts;
  const byKey: Deferral | undefined = outliveProcesses(tasks) ? { afterMs: deferAfterMs, askable: [] } : undefined;
  const deferral: Stage<ReadyCall> = (call, next) => {
    if (call.tool.taskSupport === undefined || call.task !== undefined) return next();
    if (call.defer !== undefined) return begin(call, call.defer, parts);
    // The same call id asks again (OTC-REQ-03). Whoever can be asked at once is not told to come back.
    const { idempotencyKey, ask } = call;
    if (byKey === undefined || idempotencyKey === undefined || ask !== undefined) return next();
    return beginUnlessBrought(call, byKey, next, parts);
  };
  return Object.assign(deferral, { cancel });

  async function cancel(call: ReadyCall): Promise<void> {
    const { idempotencyKey } = call;
    if (byKey === undefined || idempotencyKey === undefined) return;
    await tasks.cancel(await taskIdOf(call, idempotencyKey), ownerOf(call));
  }
}

/** What must not be kept is run while its caller waits. */
async function beginUnlessBrought(
  call: ReadyCall,
  deferral: Deferral,
  next: Next,
  parts: TaskStageParts,
): Promise<Outcome> {
  return hasBrought(call) && !maySeal(call, parts.tasks) ? next() : begin(call, deferral, parts);
}

function hasBrought(call: ReadyCall): boolean {
  const { tokens, secrets } = broughtBy(call);
  return tokens.length + secrets.length > 0;
}

/** Parameters are compared when a call comes again, so those that are secret stay out of records, sealed or not. */
function maySeal(call: ReadyCall, tasks: ServerTasks): boolean {
  return outliveProcesses(tasks) && tasks.seals && hasBrought(call) && !hasSensitiveInput(call);
}

async function begin(call: ReadyCall, deferral: Deferral, parts: TaskStageParts): Promise<Outcome> {
  const { idempotencyKey, tool } = call;
  const isKept = outliveProcesses(parts.tasks) && idempotencyKey !== undefined;
  const begun = await start(call, deferral, isKept ? await taskIdOf(call, idempotencyKey) : undefined, parts);
  if ('kind' in begun) return begun;
  const outcome = await follow(call, deferral, begun, parts);
  if (outcome.kind === 'deferred') return { ...outcome, tool };
  // What ends or asks at once needs no task; one that is found by its call's id answers whoever sends that again.
  if (!isKept || outcome.kind === 'input_required') {
    await parts.tasks.remove(begun.id, ownerOf(call)).catch(parts.report);
  }
  return begun.repeated ? { ...outcome, replayed: true } : outcome;
}

async function start(
  call: ReadyCall,
  deferral: Deferral,
  id: string | undefined,
  { tasks, run }: TaskStageParts,
): Promise<Begun | RefusedOutcome> {
  const owner = ownerOf(call);
  const { ttlMs } = deferral;
  const started = outliveProcesses(tasks)
    ? await tasks.start({
        owner,
        id,
        ttlMs,
        call: taskCallOf(call, deferral),
        brought: broughtBy(call),
        credentials: maySeal(call, tasks) ? credentialsOf(call) : undefined,
      })
    : await tasks.start({ owner, ttlMs, run: (context) => runHere(call, deferral, context, run) });
  if (!started.started) return notStarted(started, call.tool);
  const { task } = started;
  return {
    id: task.id,
    pollAfterMs: task.pollIntervalMs,
    repeated: 'repeated' in started && started.repeated === true,
  };
}

/** Waits for the end of a task, and asks its caller what it asks for, as long as its caller waits. */
async function follow(
  call: ReadyCall,
  { afterMs }: Deferral,
  { id, pollAfterMs }: Begun,
  { shown, tasks, report }: TaskStageParts,
): Promise<Outcome> {
  const deferred = { kind: 'deferred', task: { id, pollAfterMs } } as const;
  if (afterMs === 0) return deferred;
  const owner = ownerOf(call);
  const { signal } = call.lifetime;
  const until = performance.now() + afterMs;
  for (;;) {
    const news = await firstNews(shown, { id, owner, ms: until - performance.now(), signal }).catch(
      (error: unknown) => {
        // The call has begun, and goes on: its caller may ask for it when the store is back.
        report(error);
        return 'late' as const;
      },
    );
    if (news === 'gone') return goneOutcome(call.tool);
    const hasLeft = signal.aborted && call.idempotencyKey === undefined;
    if (news === 'late' || news.status === 'working') {
      if (hasLeft) return goneOutcome(call.tool);
      const message = news === 'late' ? undefined : news.message;
      return message === undefined ? deferred : { kind: 'deferred', task: { ...deferred.task, message } };
    }
    if (news.requests === undefined) return endOf(news, call.tool);
    try {
      if (call.ask === undefined) return { kind: 'input_required', requests: news.requests, tool: call.tool };
      await tasks.answer(id, owner, await call.ask(news.requests));
    } catch (thrown) {
      if (!isInputRequired(thrown)) throw thrown;
      return { kind: 'input_required', requests: thrown.requests, tool: call.tool };
    }
  }
}

function endOf({ end }: ServiceTask, tool: Tool): Outcome {
  if (end !== undefined) return { ...end.outcome, tool };
  const failure = { message: 'The call was cancelled before the tool was done.' };
  return { kind: 'failed', reason: 'interrupted', failure, tool };
}

/** Nobody reads it: its caller has left, or has let the time of its task pass. */
function goneOutcome(tool: Tool): Outcome {
  const failure = { message: 'The call is kept no longer, and nobody knows how far it came.' };
  return { kind: 'failed', reason: 'interrupted', failure, tool };
}
