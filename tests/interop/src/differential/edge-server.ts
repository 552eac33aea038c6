import { mcp } from '@toolwire/mcp';
import { createToolServer, silentLogger, type ToolServer } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { edgeTools } from './edge-tools.ts';

/** The server under test, with the tools of the reference. */
export function createEdgeServer(): ToolServer {
  return createToolServer({
    tools: edgeTools(),
    // The reference lists inputs as they are written.
    wires: [mcp({ schemas: 'written', serverInfo: { name: 'edge', version: '1.0.0' } })],
    validator: ajv(),
    logger: silentLogger,
  });
}
