import type { Logger } from '@toolwire/core';
import { callListener } from '@toolwire/internal';
import type { TaskObserver } from '@toolwire/tasks';

/** Logs the events of durable calls, and forwards them to another observer. */
export function logTasks(logger: Logger, observe?: TaskObserver): TaskObserver {
  return (event) => {
    callListener(observe, event);
    if (event.kind === 'swept') return;
    const { kind, toolId, toolVersion, ...fields } = event;
    const line = Object.assign(fields, { toolId: `${toolId}@${toolVersion}` });
    switch (kind) {
      case 'worker_crashed':
        logger.warn(line, 'Worker of a task crashed');
        return;
      case 'failed_after_crashes':
        logger.warn(line, 'Worker crashed; the task is not retried');
        return;
      case 'waiting_for_tool':
        logger.warn(line, 'Task waits for a worker that has its tool');
        return;
      case 'handed_back':
        logger.info(line, 'Task returned to the queue');
        return;
      case 'stored':
      case 'started':
      case 'parked':
      case 'ended':
      case 'discarded':
        logger.debug(line, debugMessages[kind]);
    }
  };
}

const debugMessages = {
  stored: 'Task stored',
  started: 'Task started',
  parked: 'Task waits for input',
  ended: 'Task ended',
  discarded: 'Task stopped',
};
