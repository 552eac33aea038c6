import type { Call, Deferral, InputAnswer, InputRequest, Outcome, RefusedOutcome } from '@toolwire/core';
import { hasVersion, ownerOf } from '@toolwire/internal';
import type { TaskCalls, Tasks } from '@toolwire/tasks';
import type { ResolvedCall } from '../run/resolved-call.ts';
import { runInProcess } from './run-in-process.ts';
import { newCall, startFailed, startRefused, startUnknown } from './start-refusals.ts';
import { canSealCredentials, hasSensitiveInput, ownCredentials, taskIdOf, toTaskCall } from './stored-call.ts';
import { taskEndOf } from './stored-outcome.ts';
import { waitForStore } from './wait-for-store.ts';

/** Runs calls as tasks: in this process, from `createTasks`, or in any worker, from `createTaskCalls`. */
export type ServerTasks = Tasks<InputRequest, InputAnswer> | TaskCalls<InputRequest, InputAnswer>;

/** Whether tasks survive their process and any worker can run them. */
export function isDurable(tasks: ServerTasks): tasks is TaskCalls<InputRequest, InputAnswer> {
  return 'work' in tasks;
}

/** The task of a call. */
export interface StartedTask {
  readonly id: string;
  readonly pollAfterMs: number;
  readonly repeated: boolean;
}

/** A started task, or why the call did not start. */
type StartResult =
  | { readonly task: StartedTask; readonly refused?: undefined }
  | { readonly task?: undefined; readonly refused: RefusedOutcome };

/** Options of `startTask()`. */
export interface StartOptions {
  readonly tasks: ServerTasks;
  /** The share of tasks for all anonymous callers together; `undefined` for no limit. */
  readonly anonymousShare: number | undefined;
  /** Runs a call through the pipeline. */
  readonly run: (call: Call) => Promise<Outcome>;
  /** Receives errors that no caller waits for. */
  readonly report: (error: unknown) => void;
  /** Whether to only find the task of an earlier call. Refuses with `newCall` if no call had this ID before. */
  readonly onlyIfRepeated?: boolean | undefined;
}

/** A start that the store has not confirmed yet. */
export interface PendingStart {
  readonly result: Promise<StartResult>;
  /** Resolves to the result, or after a timeout to a refusal that states whether the tool may have run. */
  readonly withTimeout: (signal?: AbortSignal) => Promise<StartResult>;
}

/** Starts the task of a call. With a key, the task ID derives from it, so that a repeated call finds the task. */
export function startTask(
  call: ResolvedCall,
  deferral: Deferral,
  key: string | undefined,
  options: StartOptions,
): PendingStart {
  return isDurable(options.tasks)
    ? startDurable(call, deferral, key, { ...options, tasks: options.tasks })
    : startInProcess(call, deferral, { ...options, tasks: options.tasks });
}

/** After a timeout the store may still have the call. */
function startDurable(
  call: ResolvedCall,
  deferral: Deferral,
  key: string | undefined,
  options: StartOptions & { readonly tasks: TaskCalls<InputRequest, InputAnswer> },
): PendingStart {
  const { tasks, anonymousShare: share, report, onlyIfRepeated } = options;
  const { tool, callerCallId } = call;
  const owner = ownerOf(call);
  const starting = async (): Promise<StartResult> => {
    const credentials = ownCredentials(call);
    const started = await tasks.start({
      owner,
      share,
      id: key === undefined ? undefined : await taskIdOf(key),
      onlyIfRepeated,
      ttlMs: deferral.ttlMs,
      call: toTaskCall(call, deferral),
      anyVersion: !hasVersion(call),
      credentialIds: [
        ...credentials.secrets.map(({ id }) => id),
        ...(hasSensitiveInput(call) ? ['sensitive parameters'] : []),
        ...credentials.tokens.map(({ id }) => id),
      ],
      credentials: canSealCredentials(call, tasks) ? credentials : undefined,
    });
    if (!started.started) return { refused: started.reason === 'new' ? newCall : startRefused(started, tool) };
    const { task, repeated } = started;
    return { task: { id: task.id, pollAfterMs: task.pollIntervalMs, repeated } };
  };
  const result = starting();
  return pendingStart(result, report, () => {
    // The caller never learned the ID of such a task.
    if (callerCallId === undefined) removeWhenStarted(result, owner, tasks).catch(report);
    return startUnknown(call);
  });
}

function pendingStart(
  result: Promise<StartResult>,
  report: StartOptions['report'],
  refuse: () => RefusedOutcome,
): PendingStart {
  return {
    result,
    withTimeout: (signal) =>
      waitForStore(result, signal).catch((error: unknown) => {
        report(error);
        return { refused: refuse() };
      }),
  };
}

/** Without a call ID, the caller can't find the task. */
async function removeWhenStarted(
  result: Promise<StartResult>,
  owner: string | undefined,
  tasks: ServerTasks,
): Promise<void> {
  const { task } = await result;
  if (task !== undefined) await tasks.remove(task.id, owner);
}

/** The work starts after the task is stored, and not if the caller was refused. */
function startInProcess(
  call: ResolvedCall,
  deferral: Deferral,
  { tasks, anonymousShare: share, run, report }: StartOptions & { readonly tasks: Tasks<InputRequest, InputAnswer> },
): PendingStart {
  const { tool } = call;
  const owner = ownerOf(call);
  let isRefused = false;
  const starting = async (): Promise<StartResult> => {
    const started = await tasks.start({
      owner,
      share,
      ttlMs: deferral.ttlMs,
      run: (context) =>
        isRefused ? taskEndOf(startFailed(tool), call.callId) : runInProcess(call, deferral, context, run),
    });
    if (!started.started) return { refused: startRefused(started, tool) };
    const { id, pollIntervalMs } = started.task;
    return { task: { id, pollAfterMs: pollIntervalMs, repeated: false } };
  };
  return pendingStart(starting(), report, () => {
    isRefused = true;
    return startFailed(tool);
  });
}
