import { startServer } from './processes.ts';

/** The id of a session that every start of a server of ours knows. */
export async function beginSession(module: string): Promise<string> {
  const server = await startServer(module);
  try {
    const response = await fetch(`http://127.0.0.1:${server.port}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: '2025-11-25',
          capabilities: { elicitation: {}, roots: { listChanged: true }, sampling: {} },
          clientInfo: { name: 'benchmarks', version: '1.0.0' },
        },
      }),
    });
    const id = response.headers.get('mcp-session-id');
    if (id === null) throw new Error(`There is no session: ${response.status} ${await response.text()}`);
    return id;
  } finally {
    server.stop();
  }
}
