import { setTimeout as wait } from 'node:timers/promises';
import { Client, specTypeSchemas } from '@modelcontextprotocol/client';
import { transportTo } from '../clients/client-2.ts';
import { type OfficialTaskClient, type TaskClient, yes } from './task-client.ts';

/** The client of the second SDK as one of 2025: it has no methods for tasks, but requests and the schemas for them. */
export const taskClient2Legacy: OfficialTaskClient = {
  name: '@modelcontextprotocol/client, legacy',
  era: 'legacy',
  async connect(place) {
    const client = new Client(
      { name: 'interop', version: '1.0.0' },
      { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'legacy' } },
    );
    client.setRequestHandler('elicitation/create', () => yes);
    await client.connect(transportTo(place));

    const begin: TaskClient['begin'] = async (name, input = {}) => {
      const params = { name, arguments: input, task: { ttl: 60_000 } };
      const { task } = await client.request({ method: 'tools/call', params }, specTypeSchemas.CreateTaskResult);
      return task.taskId;
    };
    const get = (taskId: string) =>
      client.request({ method: 'tasks/get', params: { taskId } }, specTypeSchemas.GetTaskResult);
    const result: TaskClient['result'] = (taskId) =>
      client.request({ method: 'tasks/result', params: { taskId } }, specTypeSchemas.CallToolResult);

    return {
      announced: client.getServerCapabilities(),
      listTools: async () => (await client.listTools()).tools,
      begin,
      async follow(name, input) {
        const taskId = await begin(name, input);
        const seen: unknown[] = ['created'];
        for (;;) {
          const { status, pollInterval } = await get(taskId);
          seen.push(status);
          if (status !== 'working') break;
          await wait(pollInterval);
        }
        return [...seen, (await result(taskId)).content];
      },
      get,
      result,
      hear(taskId, tell) {
        const params = specTypeSchemas.TaskStatusNotificationParams;
        client.setNotificationHandler('notifications/tasks/status', { params }, (task) => tell(task));
        return result(taskId);
      },
      async cancel(taskId) {
        await client.request({ method: 'tasks/cancel', params: { taskId } }, specTypeSchemas.CancelTaskResult);
      },
      list: () => client.request({ method: 'tasks/list' }, specTypeSchemas.ListTasksResult),
      close: () => client.close(),
    };
  },
};
