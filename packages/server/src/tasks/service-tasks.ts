import type { InputAnswer, InputRequest } from '@toolwire/core';
import type { ServiceTasks } from '@toolwire/core/wire';
import type { TaskReader } from '@toolwire/tasks';
import { type FindTool, toServiceTask } from './stored-outcome.ts';

/** The tasks of a server for protocols, with the results as outcomes. */
export function createServiceTasks(tasks: TaskReader<InputRequest, InputAnswer>, findTool: FindTool): ServiceTasks {
  return {
    get: async (id, owner) => {
      const task = await tasks.get(id, owner);
      return task && toServiceTask(task, findTool);
    },
    list: async (owner, cursor) => {
      const page = await tasks.list(owner, cursor);
      return page && { ...page, tasks: page.tasks.map((task) => toServiceTask(task, findTool)) };
    },
    cancel: async (id, owner) => {
      const canceled = await tasks.cancel(id, owner);
      return canceled && { ...canceled, task: toServiceTask(canceled.task, findTool) };
    },
    result: async (id, owner, options) => {
      const task = await tasks.result(id, owner, options);
      return task && toServiceTask(task, findTool);
    },
    answer: async (id, owner, answers) => {
      const task = await tasks.answer(id, owner, answers);
      return task && toServiceTask(task, findTool);
    },
    onChange: (id, owner, listener) =>
      tasks.onChange(id, owner, (task) => listener(task && toServiceTask(task, findTool))),
  };
}
