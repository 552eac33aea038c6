import type { InputRequests } from '@toolwire/core';
import type { ServiceTask } from '@toolwire/core/wire';
import type { AskClient, LegacyClient } from '../json-rpc/requests.ts';
import { relatedTaskMeta } from './encode-task.ts';
import { followTask, type OwnedTasks, type Report } from './mcp-tasks.ts';

/** Starts to forward the input requests of a task to its client. Returns a function to call when the request of the client ends. */
export function startRelay(
  { ask, relays }: LegacyClient,
  owned: OwnedTasks,
  task: ServiceTask,
  report: Report,
): (() => void) | undefined {
  if (ask === undefined) return undefined;
  if (relays === undefined) return relayInputRequests(owned, task, { ask, report });
  // On a connection, each task is relayed once, until the task ends or the connection closes.
  if (!relays.has(task.id)) {
    const onStop = (): void => void relays.delete(task.id);
    relays.set(task.id, relayInputRequests(owned, task, { ask, report, onStop }));
  }
  return undefined;
}

/** The client of a relay, and what observes it. */
interface RelayOptions {
  readonly ask: AskClient;
  readonly report: Report;
  /** Called when the relay stops. */
  readonly onStop?: (() => void) | undefined;
}

/** Forwards the input requests of a task to its client, and the client's answers to the task. Returns a function that stops it. */
export function relayInputRequests(
  owned: OwnedTasks,
  { id }: ServiceTask,
  { ask, report, onStop }: RelayOptions,
): () => void {
  const controller = new AbortController();
  const sent = new Set<string>();

  const relay = async (open: InputRequests): Promise<void> => {
    const answers = await ask(open, controller.signal, relatedTaskMeta(id));
    // A client that has left has not answered. The task then waits until its own time limit.
    if (Object.keys(answers).length === 0) stop();
    else await owned.tasks.answer(id, owned.owner, answers);
  };
  const relayNew = (task: ServiceTask | undefined): void => {
    if (task?.requests === undefined) {
      if (task?.status !== 'working') stop();
      return;
    }
    const open = Object.entries(task.requests).filter(([key]) => !sent.has(key));
    for (const [key] of open) sent.add(key);
    if (open.length > 0) relay(Object.fromEntries(open)).catch(report);
  };
  const unfollow = followTask(owned, id, relayNew, report);
  const stop = (): void => {
    controller.abort();
    unfollow();
    onStop?.();
  };
  return stop;
}
