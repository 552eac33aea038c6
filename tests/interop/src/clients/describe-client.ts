import { addedUri } from '@toolwire-examples/mcp-fixtures';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { secret } from '../fixtures/value-tools.ts';
import { workingFolder } from './answers.ts';
import type { Carrier, StartedServer } from './carriers.ts';
import type { ConnectedClient, OfficialClient, ToolResult } from './official-client.ts';

/** Characters of two bytes: nearly the largest body that a server takes by default. */
const largeArgument = 500 * 1024;

/** Holds the fixture server to what an official client expects of it. */
export function describeClient(carrier: Carrier, official: OfficialClient): void {
  describe(`${official.name} over ${carrier.name}`, () => {
    const isModern = official.era === 'modern';
    let server: StartedServer;
    let client: ConnectedClient;
    beforeAll(async () => {
      server = await carrier.start();
      client = await official.connect(server.place, 'Ada');
    });
    afterAll(async () => {
      await client?.close();
      await server?.close();
    });

    it('connects, and gets the server information', () => {
      expect(client.serverName).toBe('fixtures');
      if (client.revision !== undefined) expect(client.revision).toBe(isModern ? '2026-07-28' : '2025-11-25');
    });

    it('lists the tools, in the same order each time', async () => {
      const tools = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['test_simple_text', 'add', 'greet']));
      expect(await client.listTools()).toEqual(tools);
      const add = tools.find(({ name }) => name === 'add');
      expect(add).toMatchObject({ description: 'Adds two numbers.', inputSchema: { required: ['a', 'b'] } });
    });

    it('gets text, and content of every kind', async () => {
      expect(textOf(await client.callTool('test_simple_text'))).toBe('This is a simple text response for testing.');
      const { content } = await client.callTool('test_multiple_content_types');
      expect(content.map(({ type }) => type)).toEqual(['text', 'image', 'resource']);
    });

    it('gets structured data, and the same data as text', async () => {
      const added = await client.callTool('add', { a: 1, b: 2 });
      expect(added.structuredContent).toEqual({ sum: 3 });
      expect(JSON.parse(textOf(added))).toEqual({ sum: 3 });
    });

    it('gets a list in the format of its revision', async () => {
      const { structuredContent } = await client.callTool('squares');
      expect(structuredContent).toEqual(isModern ? [1, 4, 9] : { result: [1, 4, 9] });
    });

    it('gets the message of a failure, and no details of a bug', async () => {
      const failed = await client.callTool('test_error_handling');
      expect(failed.isError).toBe(true);
      expect(textOf(failed)).toBe('This tool intentionally returns an error for testing');
      const crashed = await client.callTool('crash');
      expect(crashed.isError).toBe(true);
      expect(JSON.stringify(crashed)).not.toContain(secret);
    });

    it('gets the name of an invalid argument', async () => {
      const refused = await client.callTool('add', { a: 'one', b: 2 });
      expect(refused.isError).toBe(true);
      expect(textOf(refused)).toContain('a: ');
    });

    it('gets an error for an unknown tool', async () => {
      await expect(client.callTool('nothing')).rejects.toMatchObject({ code: -32602 });
    });

    it('follows the progress of a call', async () => {
      const seen: unknown[] = [];
      const onProgress = (done: number, total: number | undefined): void => {
        seen.push([done, total]);
        if (done === total) void client.callTool('heard');
      };
      await client.callTool('report_until_heard', {}, { onProgress });
      expect(seen).toEqual([
        [0, 100],
        [50, 100],
        [100, 100],
      ]);
    });

    it('waits for a tool with optional tasks, and gets an error for a tool that requires tasks', async () => {
      const computed = await client.callTool('slow_compute', { seconds: 0.1 });
      expect(textOf(computed)).toBe('Computed it in 0.1 seconds.');
      await expect(client.callTool('failing_job')).rejects.toThrow(/task/i);
    });

    it('makes concurrent calls, and each gets its own result', async () => {
      const sums = await Promise.all(
        Array.from({ length: 20 }, async (_, a) => (await client.callTool('add', { a, b: 1 })).structuredContent),
      );
      expect(sums).toEqual(Array.from({ length: 20 }, (_, a) => ({ sum: a + 1 })));
    });

    it('cancels a call, and its run ends', async () => {
      await hold(client);
      await vi.waitFor(async () => expect(await countHeld(client)).toEqual({ held: 1, canceled: 1 }));
    });

    it('is asked for a name, and the result contains it', async () => {
      expect(textOf(await client.callTool('test_input_required_result_elicitation'))).toBe('Hello, Ada!');
    });

    it('is asked twice, and the first answer is used until the end', async () => {
      expect(textOf(await client.callTool('test_input_required_result_multi_round'))).toBe('Ada likes Ada.');
    });

    it('answers requests for its model and its roots', async () => {
      expect(textOf(await client.callTool('test_input_required_result_sampling'))).toContain('Paris');
      expect(textOf(await client.callTool('test_input_required_result_list_roots'))).toContain(workingFolder.uri);
    });

    it('has state between its calls in a session, which 2026-07-28 does not have', async () => {
      const other = await official.connect(server.place);
      const counted = [
        await client.callTool('count_in_session'),
        await client.callTool('count_in_session'),
        await other.callTool('count_in_session'),
      ];
      await other.close();
      const counts = counted.map(({ structuredContent }) => (structuredContent as { readonly count: unknown }).count);
      expect(counts).toEqual(isModern ? [null, null, null] : [1, 2, 1]);
    });

    it('sends a large argument, and reads the resource that the call made of it', async () => {
      const text = 'ü'.repeat(largeArgument);
      const { content } = await client.callTool('store_note', { text });
      expect(content).toEqual([expect.objectContaining({ type: 'resource_link' })]);
      const [{ uri }] = content as unknown as readonly [{ readonly uri: string }];
      expect(await client.readText(uri)).toEqual([text]);
    });

    it('finds the resources that a template lists', async () => {
      const { content } = await client.callTool('store_note', { text: 'tea' });
      const [{ uri }] = content as unknown as readonly [{ readonly uri: string }];
      expect(await client.listResources()).toContain(uri);
      expect(await client.readText(uri)).toEqual(['tea']);
    });

    it('is notified when the tools, resources and prompts change, and finds the new ones', async () => {
      const changed: string[] = [];
      await client.onListsChanged((list) => changed.push(list));
      await client.callTool('test_trigger_tool_change');
      await vi.waitFor(() => expect(changed).toEqual(['tools']));
      const [before, namesBefore] = [await client.listResources(), await client.listPrompts()];
      await client.callTool('test_trigger_prompt_change');
      await vi.waitFor(() => expect(changed.toSorted()).toEqual(['prompts', 'resources', 'tools']));
      // The tool adds one of each, or removes them again.
      expect((await client.listResources()).includes(addedUri)).toBe(!before.includes(addedUri));
      expect((await client.listPrompts()).includes('added')).toBe(!namesBefore.includes('added'));
    });
  });
}

function textOf({ content }: ToolResult): string {
  return content.flatMap(({ type, text = '' }) => (type === 'text' ? [text] : [])).join('');
}

/** Begins a call, and gives it up once it runs. */
async function hold(client: ConnectedClient): Promise<void> {
  const controller = new AbortController();
  const call = client.callTool('hold', {}, { signal: controller.signal, onProgress: () => controller.abort() });
  await expect(call).rejects.toThrow(/abort/i);
}

async function countHeld(client: ConnectedClient): Promise<unknown> {
  return (await client.callTool('count_held')).structuredContent;
}
