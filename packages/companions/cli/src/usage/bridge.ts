import type { Command } from '../command.ts';
import { sharedFlags } from '../flags.ts';

/** What the help says of `toolwire bridge`. */
export const bridge: Command = {
  name: 'bridge',
  about: 'Stands between a client and a server that speak different things: MCP over stdio, or every wire at a port.',
  operands: 'TARGET',
  flags: {
    serve: {
      value: 'port',
      about: 'serves Open Tool Calling, MCP and Arcade on this machine, instead of MCP over stdio',
    },
    toolkit: {
      value: 'name',
      about: 'the toolkit in the ids of tools that have none; the name of the server if left out',
    },
    secret: { value: 'name=value', about: 'a secret for the tools that need it', isRepeated: true },
    authorization: { value: 'id=token', about: 'a token for the tools that need it', isRepeated: true },
    'user-id': { value: 'id', about: 'for whom calls are made' },
    ...sharedFlags,
  },
  examples: [
    'toolwire bridge https://tools.example.com --api-key key',
    'toolwire bridge https://mcp.example.com/mcp --auth login',
    'toolwire bridge --serve 3001 -- node my-mcp-server.mjs',
  ],
  json: '`{ url, mcpUrl, workerUrl, tools }` with `--serve`, once it listens; without it stdout carries MCP',
  load: async () => (await import('../commands/bridge.ts')).bridge,
};
