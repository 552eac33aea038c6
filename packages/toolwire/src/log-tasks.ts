import type { Logger } from '@toolwire/core';
import { callListener } from '@toolwire/internal';
import type { TaskObserver } from '@toolwire/tasks';

/** Logs the events of durable calls, and forwards them to another observer. */
export function logTasks(logger: Logger, observer?: TaskObserver): TaskObserver {
  return {
    observe: (event) => {
      callListener(observer?.observe, event);
      if (event.kind === 'swept') return;
      const { kind, toolId, toolVersion, ...fields } = event;
      const [level, message] = lines[kind];
      logger[level](Object.assign(fields, { toolId: `${toolId}@${toolVersion}` }), message);
    },
    traceparent: observer?.traceparent,
  };
}

type EventKind = Exclude<Parameters<TaskObserver['observe']>[0]['kind'], 'swept'>;

const lines: Readonly<Record<EventKind, readonly [level: keyof Logger, message: string]>> = {
  worker_crashed: ['warn', 'Worker of a task crashed'],
  failed_after_crashes: ['warn', 'Worker crashed; the task is not retried'],
  waiting_for_tool: ['warn', 'Task waits for a worker that has its tool'],
  handed_back: ['info', 'Task returned to the queue'],
  stored: ['debug', 'Task stored'],
  started: ['debug', 'Task started'],
  parked: ['debug', 'Task waits for input'],
  ended: ['debug', 'Task ended'],
  discarded: ['debug', 'Task stopped'],
};
