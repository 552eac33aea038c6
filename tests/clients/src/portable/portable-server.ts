import { defineTool, type ToolDefinition } from '@toolwire/core';
import { mcp } from '@toolwire/mcp';
import { createNodeListener } from '@toolwire/node';
import { createToolServer, silentLogger } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { listenOn, type RunningServer } from '../fixtures/listen-on.ts';
import { portableInputs } from './tools.ts';

/** A tool for each input. */
export function portableTools(): readonly ToolDefinition[] {
  return Object.entries(portableInputs).map(([name, input]) =>
    defineTool({
      id: `Portable.${name}`,
      version: '1.0.0',
      name,
      description: 'A tool whose input is what matters.',
      ...(input !== undefined && { input }),
      run: () => 'taken',
    }),
  );
}

/** Serves a tool for each input. */
export function startPortableServer(schemas: 'portable' | 'written'): Promise<RunningServer> {
  const tools = portableTools();
  const wires = [mcp({ schemas })];
  const server = createToolServer({ tools, wires, validator: ajv(), logger: silentLogger });
  return listenOn(createNodeListener(server));
}
