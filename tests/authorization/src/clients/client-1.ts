import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { memoryProvider } from './memory-provider.ts';
import type { ClientKind } from './signing-in-client.ts';
import { User } from './user.ts';

/** The client of the first SDK. */
export const client1: ClientKind = {
  name: '@modelcontextprotocol/sdk',
  async connect(url, clientId) {
    const user = new User();
    const authProvider = memoryProvider(user, clientId);
    const open = async (): Promise<{ client: Client; transport: StreamableHTTPClientTransport }> => {
      const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider });
      const client = new Client({ name: 'a program', version: '1.0.0' });
      try {
        await client.connect(transport);
      } catch (error) {
        if (!(error instanceof UnauthorizedError)) throw error;
        await transport.finishAuth((await user.code()).get('code') ?? '');
        return open();
      }
      return { client, transport };
    };
    const { client, transport } = await open();
    const call = async (name: string): Promise<string> => {
      try {
        const { content } = CallToolResultSchema.parse(await client.callTool({ name, arguments: {} }));
        return content.map((block) => (block.type === 'text' ? block.text : block.type)).join();
      } catch (error) {
        if (!(error instanceof UnauthorizedError)) throw error;
        await transport.finishAuth((await user.code()).get('code') ?? '');
        return call(name);
      }
    };
    return { call, signIns: user.signIns, close: () => client.close() };
  },
};
