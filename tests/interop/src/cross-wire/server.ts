import { arcade } from '@toolwire/arcade';
import { documentTools } from '@toolwire/conformance/fixtures';
import type { Stage } from '@toolwire/core';
import { mcp } from '@toolwire/mcp';
import { otc } from '@toolwire/otc';
import { createToolServer, silentLogger, type ToolServer } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { signInUrl, wireTools } from './tools.ts';

/** Serves one tool for each kind of outcome, and the tools of the spec, over every protocol at once. */
export function crossWireServer(): ToolServer {
  return createToolServer({
    tools: [...wireTools, ...documentTools()],
    wires: [otc(), mcp(), arcade()],
    validator: ajv(),
    logger: silentLogger,
    around: [deferLater],
    auth: { scheme: 'bearer', verify: () => ({ state: 'accepted', principal: { id: 'ada', scopes: ['wire:read'] } }) },
    requirements: {
      // MCP has no field for caller values, so the server supplies them for all protocols.
      token: ({ id }) => (id === 'google' ? 'a-token' : undefined),
      secret: (id) => (id === 'KEY' ? undefined : 'a-secret'),
      userId: () => 'ada',
      challenge: () => signInUrl,
    },
    artifacts: { store: { save: async () => ({ url: 'https://files.example/1', size: 4 }) } },
  });
}

const deferLater: Stage = (call, next) =>
  call.toolId.startsWith('Wire.Later') ? { kind: 'deferred', task: { id: 'task-1', pollAfterMs: 250 } } : next();
