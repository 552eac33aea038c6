import { setTimeout as wait } from 'node:timers/promises';
import {
  Client,
  isJSONRPCResultResponse,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  specTypeSchemas,
} from '@modelcontextprotocol/client';
import { transportTo } from '../clients/client-2.ts';
import type { ToolResult } from '../clients/official-client.ts';
import { type DetailedTask, extension, taskSchema } from './extension.ts';
import { type OfficialTaskClient, type TaskClient, yes } from './task-client.ts';

/** The client of the second SDK with 2026-07-28: all but the answer that announces a task passes through its requests. */
export const taskClient2Modern: OfficialTaskClient = {
  name: '@modelcontextprotocol/client, auto',
  era: 'modern',
  async connect(place) {
    const client = new Client(
      { name: 'interop', version: '1.0.0' },
      {
        capabilities: { elicitation: { form: {} }, extensions: { [extension]: {} } },
        versionNegotiation: { mode: 'auto' },
      },
    );
    client.setRequestHandler('elicitation/create', () => yes);
    const transport = transportTo(place);
    const created: string[] = [];
    // A listener from before the connection hears every message as it has come, too.
    transport.onmessage = (message) => {
      if (!isJSONRPCResultResponse(message)) return;
      const { resultType, taskId } = message.result;
      if (resultType === 'task') created.push(String(taskId));
    };
    await client.connect(transport);

    const begin: TaskClient['begin'] = async (name, input = {}) => {
      const params = { name, arguments: input };
      await expectRefusal(client.request({ method: 'tools/call', params }, taskSchema));
      const taskId = created.shift();
      if (taskId === undefined) throw new Error('Expected a task');
      return taskId;
    };
    const get = (taskId: string): Promise<DetailedTask> =>
      client.request({ method: 'tasks/get', params: { taskId } }, taskSchema);
    const answer = (taskId: string, keys: readonly string[]) => {
      const inputResponses = Object.fromEntries(keys.map((key) => [key, yes]));
      return client.request(
        { method: 'tasks/update', params: { taskId, inputResponses } },
        specTypeSchemas.EmptyResult,
      );
    };

    /** Polls until the task has ended, answers its input requests, and returns each state. */
    const poll = async (taskId: string, tell: (task: DetailedTask) => void): Promise<ToolResult> => {
      for (;;) {
        const task = await get(taskId);
        tell(task);
        if (hasEnded(task)) return resultOf(task);
        if (task.inputRequests !== undefined) await answer(taskId, Object.keys(task.inputRequests));
        await wait(task.pollIntervalMs);
      }
    };

    return {
      announced: client.getServerCapabilities(),
      listTools: async () => (await client.listTools()).tools,
      begin,
      async follow(name, input) {
        const seen: unknown[] = ['created'];
        const { content } = await poll(await begin(name, input), ({ status }) => seen.push(status));
        return [...seen, content];
      },
      get,
      result: (taskId) => poll(taskId, () => undefined),
      async hear(taskId, tell) {
        const ended = new Promise<DetailedTask>((resolve) => {
          client.setNotificationHandler('notifications/tasks', { params: taskSchema }, (task) => {
            tell(task);
            if (hasEnded(task)) resolve(task);
          });
        });
        const filter = { toolsListChanged: false, taskIds: [taskId] };
        const subscription = await client.listen(filter);
        const task = await ended;
        await subscription.close();
        return resultOf(task);
      },
      async cancel(taskId) {
        await client.request({ method: 'tasks/cancel', params: { taskId } }, specTypeSchemas.EmptyResult);
      },
      list: () => client.request({ method: 'tasks/list' }, specTypeSchemas.ListTasksResult),
      close: () => client.close(),
    };
  },
};

/** Waits for what `decodeResult` of the client's codec for 2026-07-28 makes of a task, whatever the schema. */
async function expectRefusal(call: Promise<unknown>): Promise<void> {
  const answer = await call.catch((error: unknown) => error);
  if (answer instanceof SdkError && answer.code === SdkErrorCode.UnsupportedResultType) return;
  throw answer instanceof Error ? answer : new Error(`Expected no answer, and got ${JSON.stringify(answer)}`);
}

function hasEnded({ status }: DetailedTask): boolean {
  return status !== 'working' && status !== 'input_required';
}

function resultOf({ status, result, error }: DetailedTask): ToolResult {
  if (error !== undefined) throw new ProtocolError(error.code, error.message);
  if (result === undefined) throw new Error(`The task is ${status}`);
  return result;
}
