import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Carrier, StartedServer } from '../clients/carriers.ts';
import { extension } from './extension.ts';
import type { OfficialTaskClient, TaskClient } from './task-client.ts';

/** Holds the tasks of the fixture server to what an official client makes of them. */
export function describeTasks(carrier: Carrier, official: OfficialTaskClient): void {
  describe(`with ${official.name}`, { concurrent: false }, () => {
    const isModern = official.era === 'modern';
    let server: StartedServer;
    let client: TaskClient;
    beforeAll(async () => {
      server = await carrier.start();
      client = await official.connect(server.place);
    });
    afterAll(async () => {
      await client?.close();
      await server?.close();
    });

    it('are followed to their result', async () => {
      const seen = await client.follow('slow_compute', { seconds: 0.3, label: 'a sum' });
      // How often it was asked while it was working, and whether at all, is a matter of time.
      const changes = seen.filter((one) => one !== 'working');
      expect(changes).toEqual(['created', 'completed', text('Computed a sum in 0.3 seconds.')]);
    });

    it('request the input that they need', async () => {
      const seen = await client.follow('confirm_delete', { filename: 'a.txt' });
      expect(seen.at(-1)).toEqual(text('Deleted a.txt.'));
      // Clients of 2025 get input requests directly, and may have answered before they read the task.
      if (isModern) expect(seen).toContain('input_required');
    });

    it('contain a failure with its message', async () => {
      const taskId = await client.begin('failing_job');
      const { content, isError } = await client.result(taskId);
      expect({ content, isError }).toEqual({ content: text('This job fails on purpose'), isError: true });
      // The newer revision keeps "failed" for what the protocol has errors for.
      expect(await client.get(taskId)).toMatchObject({ status: isModern ? 'completed' : 'failed' });
    });

    it('contain a protocol error as an error', async () => {
      const taskId = await client.begin('protocol_error_job');
      await expect(client.result(taskId)).rejects.toMatchObject({ code: -32603 });
      expect(await client.get(taskId)).toMatchObject({ status: 'failed' });
    });

    it('report progress to polling clients, and can be canceled', async () => {
      const taskId = await client.begin('hold');
      await vi.waitFor(async () => expect(await client.get(taskId)).toMatchObject(holding));
      await client.cancel(taskId);
      expect(await client.get(taskId)).toMatchObject({ status: 'cancelled' });
    });

    it('report progress and their end to listening clients', async () => {
      const heard = vi.fn();
      const taskId = await client.begin('hold');
      const isTold = (): void => expect(heard).toHaveBeenCalledWith(expect.objectContaining({ taskId, ...holding }));
      await Promise.all([
        expect(client.hear(taskId, heard)).rejects.toThrow(/cancell?ed/),
        vi.waitFor(isTold).then(() => client.cancel(taskId)),
      ]);
    });

    it('send their result to listening clients', async () => {
      const taskId = await client.begin('slow_compute', { seconds: 0.3 });
      const { content } = await client.hear(taskId, () => undefined);
      expect(content).toEqual(text('Computed it in 0.3 seconds.'));
    });

    it('are unknown under any other ID', async () => {
      await expect(client.get('nothing')).rejects.toMatchObject({ code: -32602 });
    });

    const whatElse = isModern ? describeExtension : describeCore;
    whatElse(() => client);
  });
}

/** Tasks of 2026-07-28, which the server decides on. */
function describeExtension(client: () => TaskClient): void {
  it('are announced as an extension', () => {
    expect(client().announced).toMatchObject({ extensions: { [extension]: {} } });
  });

  it('start after the input that is requested earlier', async () => {
    expect(await client().follow('test_tool_with_task')).toContainEqual(text('Done for Ada.'));
  });

  it('request several inputs at once', async () => {
    expect(await client().follow('multi_input')).toContainEqual(text('Ada and Ada'));
  });
}

/** Tasks of 2025-11-25, which the client decides on. */
function describeCore(client: () => TaskClient): void {
  it('are announced, with the tools that support them', async () => {
    expect(client().announced).toMatchObject({ tasks: { requests: { tools: { call: {} } }, cancel: {} } });
    const tools = await client().listTools();
    const support = (name: string): unknown => tools.find((tool) => tool.name === name)?.execution?.taskSupport;
    expect(support('slow_compute')).toBe('optional');
    expect(support('failing_job')).toBe('required');
    expect(support('greet') ?? 'forbidden').toBe('forbidden');
  });

  it('are not listed for anonymous callers', async () => {
    expect(client().announced).not.toHaveProperty('tasks.list');
    await expect(client().list()).rejects.toMatchObject({ code: -32601 });
  });
}

const holding = { status: 'working', statusMessage: 'Holding (0 of 1)' };

const text = (words: string): unknown => [{ type: 'text', text: words }];
