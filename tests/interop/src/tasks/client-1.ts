import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  CallToolResultSchema,
  ElicitRequestSchema,
  TaskStatusNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { transportTo } from '../clients/client-1.ts';
import { type OfficialTaskClient, type TaskClient, yes } from './task-client.ts';

/** The client of the first SDK, which knows the tasks of 2025-11-25. */
export const taskClient1: OfficialTaskClient = {
  name: '@modelcontextprotocol/sdk',
  era: 'legacy',
  async connect(place) {
    const client = new Client({ name: 'interop', version: '1.0.0' }, { capabilities: { elicitation: {} } });
    client.setRequestHandler(ElicitRequestSchema, () => yes);
    await client.connect(transportTo(place));
    const { tasks } = client.experimental;
    const result: TaskClient['result'] = (taskId) => tasks.getTaskResult(taskId, CallToolResultSchema);
    return {
      announced: client.getServerCapabilities(),
      listTools: async () => (await client.listTools()).tools,
      async begin(name, input = {}) {
        const stream = tasks.callToolStream({ name, arguments: input }, CallToolResultSchema, { task: {} });
        const { value } = await stream.next();
        await stream.return();
        if (value?.type === 'taskCreated') return value.task.taskId;
        throw new Error(`Expected a task, and got ${JSON.stringify(value)}`);
      },
      async follow(name, input = {}) {
        const seen: unknown[] = [];
        const options = { task: { ttl: 60_000 } };
        for await (const message of tasks.callToolStream({ name, arguments: input }, CallToolResultSchema, options)) {
          if (message.type === 'taskCreated') seen.push('created');
          else if (message.type === 'taskStatus') seen.push(message.task.status);
          else if (message.type === 'result') seen.push(message.result.content);
          else seen.push(message.error.message);
        }
        return seen;
      },
      get: (taskId) => tasks.getTask(taskId),
      result,
      hear(taskId, tell) {
        client.setNotificationHandler(TaskStatusNotificationSchema, ({ params }) => tell(params));
        return result(taskId);
      },
      cancel: async (taskId) => void (await tasks.cancelTask(taskId)),
      list: () => tasks.listTasks(),
      close: () => client.close(),
    };
  },
};
