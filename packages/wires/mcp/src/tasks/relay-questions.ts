import type { InputRequests } from '@toolwire/core';
import type { ServiceTask, ServiceTasks } from '@toolwire/core/wire';
import type { AskClient } from '../revisions/legacy-request.ts';
import { relatedTo } from './related-task.ts';

/**
 * Sends what a task asks for to its client as it comes up, and gives the answers to the task, until that has ended, or the function that
 * it answers is called.
 */
export function relayQuestions(
  tasks: ServiceTasks,
  { id }: ServiceTask,
  owner: string | undefined,
  askClient: AskClient,
): () => void {
  const controller = new AbortController();
  const sent = new Set<string>();

  const relay = async (open: InputRequests): Promise<void> => {
    const answers = await askClient(open, controller.signal, relatedTo(id));
    if (!controller.signal.aborted) await tasks.answer(id, owner, answers);
  };
  const following = tasks.onChange(id, owner, (task) => {
    if (task?.requests === undefined) {
      if (task?.status !== 'working') void end();
      return;
    }
    const open = Object.entries(task.requests).filter(([key]) => !sent.has(key));
    for (const [key] of open) sent.add(key);
    // Who cannot be reached answers nothing, and the task waits for its time to be over.
    if (open.length > 0) relay(Object.fromEntries(open)).catch(() => undefined);
  });
  const end = async (): Promise<void> => {
    controller.abort();
    (await following.catch(() => undefined))?.();
  };
  return () => void end();
}
