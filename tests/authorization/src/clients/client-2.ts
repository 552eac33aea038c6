import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { memoryProvider } from './memory-provider.ts';
import type { ClientKind } from './signing-in-client.ts';
import { User } from './user.ts';

/** The client of the second SDK: it asks which revisions there are, or begins as clients of 2025 do. */
export function client2(mode: 'auto' | 'legacy'): ClientKind {
  return {
    name: `@modelcontextprotocol/client, ${mode}`,
    async connect(url, clientId) {
      const user = new User();
      const authProvider = memoryProvider(user, clientId);
      const open = async (isSecond = false): Promise<{ client: Client; transport: StreamableHTTPClientTransport }> => {
        const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider });
        const client = new Client({ name: 'a program', version: '1.0.0' }, { versionNegotiation: { mode } });
        try {
          await client.connect(transport);
        } catch (error) {
          if (isSecond || !(error instanceof UnauthorizedError)) throw error;
          await transport.finishAuth(await user.code());
          return open(true);
        }
        return { client, transport };
      };
      const { client, transport } = await open();
      const call = async (name: string): Promise<string> => {
        try {
          const { content } = await client.callTool({ name, arguments: {} });
          return content.map((block) => (block.type === 'text' ? block.text : block.type)).join();
        } catch (error) {
          if (!(error instanceof UnauthorizedError)) throw error;
          await transport.finishAuth(await user.code());
          return call(name);
        }
      };
      return { call, signIns: user.signIns, close: () => client.close() };
    },
  };
}
