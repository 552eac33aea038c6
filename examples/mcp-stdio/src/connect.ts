import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** Does what a desktop client does: starts the server, and asks its user where a tool asks. */
export async function connect(decide: (question: string) => 'accept' | 'decline'): Promise<Client> {
  const client = new Client(
    { name: 'example', version: '1.0.0' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'auto' } },
  );
  client.setRequestHandler('elicitation/create', ({ params }) => ({ action: decide(params.message), content: {} }));
  const server = fileURLToPath(new URL('server.ts', import.meta.url));
  const command = {
    command: process.execPath,
    args: ['--import', import.meta.resolve('tsx'), server],
    stderr: 'ignore' as const,
  };
  await client.connect(new StdioClientTransport(command));
  return client;
}
