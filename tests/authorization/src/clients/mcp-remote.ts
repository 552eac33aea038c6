import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { vi } from 'vitest';
import { listen } from '../listen.ts';
import { signIn } from '../sign-in.ts';
import type { ClientKind } from './signing-in-client.ts';

const browser = fileURLToPath(new URL('../programs/browser.mjs', import.meta.url));
const program = join(dirname(createRequire(import.meta.url).resolve('mcp-remote/package.json')), 'dist/proxy.js');

/** Goes where a browser is sent; the program may open that page a moment after it has opened the browser. */
async function visit(address: URL): Promise<void> {
  await vi.waitFor(() => fetch(address));
}

/** `mcp-remote` as a process between a client on its stdin and the server. It opens a browser automatically. */
export const mcpRemote: ClientKind = {
  name: 'mcp-remote',
  async connect(url) {
    const signIns: URL[] = [];
    const user = await listen(() => async (request, response) => {
      const address = new URL(await text(request));
      signIns.push(address);
      response.end();
      await visit(await signIn(address));
    });
    const home = await mkdtemp(join(tmpdir(), 'mcp-remote-'));
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [program, url],
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: home,
        MCP_REMOTE_CONFIG_DIR: home,
        BROWSER: browser,
        USER_ADDRESS: user.url,
      },
      stderr: 'ignore',
    });
    const client = new Client({ name: 'a program', version: '1.0.0' });
    await client.connect(transport);
    return {
      call: async (name) => {
        const { content } = await client.callTool({ name, arguments: {} });
        return content.map((block) => (block.type === 'text' ? block.text : block.type)).join();
      },
      signIns,
      close: async () => {
        await client.close();
        await user.close();
        await rm(home, { recursive: true, force: true });
      },
    };
  },
};
