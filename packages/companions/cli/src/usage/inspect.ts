import type { Command } from '../command.ts';
import { sharedFlags } from '../flags.ts';

/** What the help says of `toolwire inspect`. */
export const inspect: Command = {
  name: 'inspect',
  about: 'Serves the page of the inspector on this machine, for the tools of a server that is elsewhere.',
  operands: 'TARGET',
  flags: {
    port: { value: 'port', about: 'where to listen on this machine; one that is free if left out' },
    secret: { value: 'name=value', about: 'a secret for the tools that need it', isRepeated: true },
    authorization: { value: 'id=token', about: 'a token for the tools that need it', isRepeated: true },
    'user-id': { value: 'id', about: 'for whom calls are made' },
    ...sharedFlags,
  },
  examples: [
    'toolwire inspect https://tools.example.com --api-key key',
    'toolwire inspect https://mcp.example.com/mcp --auth login',
    'toolwire inspect -- node my-mcp-server.mjs',
  ],
  json: '`{ url, tools }`, once the page is there',
  load: async () => (await import('../commands/inspect.ts')).inspect,
};
