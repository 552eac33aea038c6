import type { Logger } from '@toolwire/core';
import { tell } from '@toolwire/internal';
import type { TaskObserver } from '@toolwire/tasks';

/** Writes a line of what happens to calls that are kept, and tells whoever else wants to hear of it. */
export function logTasks(logger: Logger, observe?: TaskObserver): TaskObserver {
  return (event) => {
    tell(observe, event);
    if (event.kind === 'swept') return;
    const { kind, toolId, toolVersion, ...fields } = event;
    const line = Object.assign(fields, { toolId: `${toolId}@${toolVersion}` });
    switch (kind) {
      case 'lost':
        logger.warn(line, 'The worker of a task was lost');
        return;
      case 'given_up':
        logger.warn(line, 'A task is not run again, as its worker was lost');
        return;
      case 'lacking':
        logger.warn(line, 'A task waits for a worker that has its tool');
        return;
      case 'handed_back':
        logger.info(line, 'A task is to be run again');
        return;
      case 'kept':
      case 'begun':
      case 'parked':
      case 'ended':
      case 'cut_off':
        logger.debug(line, told[kind]);
    }
  };
}

const told = {
  kept: 'A task is kept',
  begun: 'A task is run',
  parked: 'A task waits for input',
  ended: 'A task has ended',
  cut_off: 'A task was cut off',
};
