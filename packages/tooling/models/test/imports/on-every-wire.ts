import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createClient } from '@toolwire/client';
import type { ToolDefinition } from '@toolwire/core';
import { silentLogger } from '@toolwire/server';
import { toolwire } from 'toolwire';
import { onTestFinished } from 'vitest';

/** A tool server for one test, as clients of its three protocols see it. */
export async function serveOnEveryWire(tools: readonly ToolDefinition[]) {
  const server = await toolwire({ tools, logger: silentLogger }).listen(0, { closeOnSignals: false });
  const { url } = server;
  const mcp = new Client({ name: 'tests', version: '1.0.0' });
  await mcp.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
  onTestFinished(async () => {
    await mcp.close();
    await server.close();
  });
  const otc = createClient({ url, retry: false });
  return {
    otc,
    mcp,
    /** The response of each protocol to one call. */
    call: async (toolId: string, name: string, input: Readonly<Record<string, unknown>>) => {
      const [toolkit, tool] = toolId.split(/[.@]/);
      const arcade = await fetch(`${url}/tools/execute`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ tool: { toolkit, name: tool }, inputs: input }),
      });
      return {
        otc: await otc.call(toolId, input),
        mcp: await mcp.callTool({ name, arguments: input }),
        arcade: (await arcade.json()) as { readonly output?: unknown },
      };
    },
  };
}
