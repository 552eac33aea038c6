import process from 'node:process';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';

/** The official client at the other end of a bridge. */
export interface BridgedClient {
  readonly client: Client;
  /** Calls a tool, and returns its text blocks. */
  readonly call: (name: string, input?: Record<string, unknown>) => Promise<string>;
  readonly tools: () => Promise<readonly string[]>;
  readonly stderr: () => string;
  /** The lines on stdout that were not messages. */
  readonly errors: readonly Error[];
}

/** Starts a bridge as an MCP client does, and connects the official client to it. */
export async function joinBridge(
  program: string,
  typed: readonly string[],
  { mode = 'legacy', environment = {} }: JoinOptions = {},
): Promise<BridgedClient> {
  const client = new Client(
    { name: 'tests', version: '1.0.0' },
    { capabilities: { elicitation: { form: {}, url: {} } }, versionNegotiation: { mode } },
  );
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { name: 'Ada' } }));
  const errors: Error[] = [];
  client.onerror = (error) => void errors.push(error);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'bridge', ...typed],
    stderr: 'pipe',
    env: { PATH: process.env['PATH'] ?? '', ...environment },
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  onTestFinished(() => client.close());
  await client.connect(transport);
  return {
    client,
    errors,
    async call(name, input = {}) {
      const { content } = await client.callTool({ name, arguments: input });
      return content.map((block) => (block.type === 'text' ? block.text : block.type)).join('\n');
    },
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    stderr: () => stderr,
  };
}

interface JoinOptions {
  readonly mode?: 'auto' | 'legacy';
  readonly environment?: Record<string, string>;
}
