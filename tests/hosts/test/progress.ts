import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { defineTool, silentLogger, toolwire } from 'toolwire';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from '../src/create-app.ts';
import type { BuiltHost } from '../src/host.ts';

const modes = { '2025-11-25': 'legacy', '2026-07-28': 'auto' } as const;

/** Tests that the framework sends each part of a stream at once: the tool ends only after its caller has received progress. */
export function testProgress({ name, start }: Pick<BuiltHost, 'name' | 'start'>): void {
  test.each(Object.entries(modes))(`${name}: an MCP %s client receives progress before the result`, async (_, mode) => {
    let release: () => void;
    const received = new Promise<void>((resolve) => {
      release = resolve;
    });
    const tool = defineTool({
      id: 'Test.Wait',
      version: '1.0.0',
      description: 'Waits until the caller has received progress.',
      run: async (_input, { progress }) => {
        progress(1, 2, 'half');
        await received;
        return 'done';
      },
    });
    const server = toolwire({ tools: [tool], logger: silentLogger });
    const running = await start(createApp({ mounts: [{ prefix: '/ai', server }] }));
    onTestFinished(() => running.close());
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${running.url}/ai/mcp`)));
    onTestFinished(() => client.close());
    const reports: unknown[] = [];
    const onprogress = (report: object): void => {
      reports.push(report);
      release();
    };
    const result = await client.callTool({ name: 'Test_Wait', arguments: {} }, { onprogress, timeout: 10_000 });
    expect(result.content).toEqual([{ type: 'text', text: 'done' }]);
    expect(reports).toMatchObject([{ progress: 1, total: 2, message: 'half' }]);
  });
}
