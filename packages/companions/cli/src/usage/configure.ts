import type { Command } from '../command.ts';
import { sharedFlags } from '../flags.ts';

/** What the help says of `toolwire configure`. */
export const configure: Command = {
  name: 'configure',
  about: 'Tells a host of MCP about a server: shows the change to its file, asks, and keeps all else as it is.',
  operands: 'claude|claude-desktop|cursor|vscode|codex|gemini|copilot|opencode|windsurf|zed TARGET',
  flags: {
    name: { value: 'name', about: 'what the host calls the server; after its machine or file if left out' },
    scope: { value: 'project|user', about: 'whose file it is, where the host has both' },
    file: { value: 'file', about: 'another file than the one that the host has there' },
    bridge: { about: 'has the host run toolwire bridge where it could take the address too' },
    yes: { about: 'writes without asking' },
    'dry-run': { about: 'shows what would be written' },
    undo: { about: 'takes it back: the file is as it was before, to the last byte' },
    ...sharedFlags,
  },
  examples: [
    'toolwire configure claude http://127.0.0.1:3000/mcp --name tools',
    'toolwire configure claude-desktop https://tools.example.com --api-key key',
    'toolwire configure codex --name files -- node my-mcp-server.mjs',
    'toolwire configure cursor --name tools --undo',
  ],
  json: '`{ host, file, name, state, backup }` with a `state` of `written`, `undone`, `same` or `shown`',
  load: async () => (await import('../commands/configure.ts')).configure,
};
