import type * as McpClient from '@modelcontextprotocol/client';
import type { Client, Tool } from '@modelcontextprotocol/client';
import { isObject, reasonOf, StartupError } from '@toolwire/internal';

/** A server of the official MCP SDK that isn't connected: an `McpServer` or a `Server` of either major version. */
export interface McpSourceServer {
  connect(transport: object): Promise<void>;
}

/** A client of a server, and the tools of the server. */
interface Connected {
  readonly client: Client;
  readonly tools: readonly Tool[];
}

/** Connects to a server in this process, and lists its tools. */
export async function connectToServer(server: McpSourceServer): Promise<Connected> {
  const { Client, InMemoryTransport } = await loadMcpClient();
  try {
    const [clientTransport, serverTransport] = InMemoryTransport.createLinkedPair();
    await server.connect(serverTransport);
    // Strict, because a server without tools would return an empty list instead of an error.
    const client = new Client({ name: 'toolwire', version: '1.0.0' }, { enforceStrictCapabilities: true });
    await client.connect(clientTransport);
    const { tools } = await client.listTools();
    return { client, tools };
  } catch (thrown) {
    throw new StartupError(
      'TW_MCP_SERVER',
      `The server of fromMcpServer() does not list its tools: ${reasonOf(thrown, 'it threw no error')}. Register its tools first, and pass a server that is not connected yet.`,
      { cause: thrown },
    );
  }
}

async function loadMcpClient(): Promise<typeof McpClient> {
  // In a variable, because bundlers reject the literal name of a package that isn't installed.
  const name = '@modelcontextprotocol/client';
  let cause: unknown;
  const loaded: unknown = await import(name).catch((thrown: unknown) => {
    cause = thrown;
  });
  if (isMcpClient(loaded)) return loaded;
  throw new StartupError(
    'TW_MCP_SERVER',
    'fromMcpServer() needs the package @modelcontextprotocol/client, which could not be loaded. Run: npm install @modelcontextprotocol/client',
    { cause },
  );
}

function isMcpClient(loaded: unknown): loaded is typeof McpClient {
  return (
    isObject(loaded) && typeof loaded['Client'] === 'function' && typeof loaded['InMemoryTransport'] === 'function'
  );
}
