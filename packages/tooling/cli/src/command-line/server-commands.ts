// The commands that run or connect a server.

import { mcpClients } from '../clients/client-table.ts';
import type { Command } from './command.ts';
import { callFlags, connectionFlags, scopes } from './flags.ts';

// The program is on this machine, and needs no sign-in of a user.
const {
  auth: _login,
  'client-id': _clientId,
  'worker-secret': _workerSecret,
  insecure: _insecure,
  ...localFlags
} = connectionFlags;

export const dev: Command = {
  name: 'dev',
  about: 'Run a server and restart it on every save',
  operands: '[ENTRY] [-- program arguments]',
  flags: {
    port: { value: 'number', about: 'the port; your program gets it as PORT' },
    path: { value: '/ai', about: 'where your app mounts the tools (default: /)' },
    watch: { value: 'path', about: 'also watch this file or folder', isRepeated: true },
    verbose: { about: 'also print the stacks of errors, and commands for curl, Cursor and the MCP inspector' },
    ...localFlags,
  },
  examples: ['toolwire dev src/server.ts --port 4000', 'toolwire dev src/server.ts -- --seed 1'],
  json: 'one line per event: `{ event: "ready", url, wire, tools, mcpUrl, inspectorUrl, afterMs, diff, since }`, `{ event: "changed", files }`, `{ event: "call", toolId, outcome, tookMs, wire, client }`, `{ event: "ended", how, error }` or `{ event: "no_tools", url, reason }`. `diff` has the changes since the git commit or the first start, which `since` names',
  load: async () => (await import('../commands/dev.ts')).dev,
};

export const bridge: Command = {
  name: 'bridge',
  about: 'Make a server available over another protocol',
  operands: 'TARGET',
  flags: {
    serve: { value: 'port', about: 'serve Open Tool Calling, MCP and Arcade on this port (default: MCP over stdio)' },
    toolkit: {
      value: 'name',
      about:
        "the toolkit to put before tool names without a dot: the tool 'add' becomes NAME.add (default: the server name); unused if messages are forwarded as is",
    },
    ...callFlags,
    ...connectionFlags,
  },
  examples: [
    'toolwire bridge https://tools.example.com --api-key key',
    'toolwire bridge https://mcp.example.com/mcp --auth login',
    'toolwire bridge --serve 3001 -- node my-mcp-server.mjs',
  ],
  json: '`{ url, mcpUrl, workerUrl, tools }` when the server listens, if you set `--serve`. Without `--serve`, stdout carries MCP',
  load: async () => (await import('../commands/bridge.ts')).bridge,
};

export const configure: Command = {
  name: 'configure',
  about: "Add a server to an MCP client's config file",
  operands: `${mcpClients.map(({ name }) => name).join('|')} TARGET`,
  flags: {
    name: { value: 'name', about: 'the name of the server (default: its hostname or file name)' },
    scope: { value: scopes.join('|'), about: 'change the config of the project or of the user' },
    file: { value: 'file', about: 'use this config file instead' },
    bridge: { about: 'configure the client to run toolwire bridge, even if it supports URLs' },
    yes: { about: 'write without confirmation' },
    'dry-run': { about: 'show the change without writing it' },
    undo: { about: 'undo the changes of toolwire to the config file' },
    ...connectionFlags,
  },
  examples: [
    'toolwire configure claude http://127.0.0.1:3000/mcp --name tools',
    'toolwire configure claude-desktop https://tools.example.com --api-key key',
    'toolwire configure codex --name files -- node my-mcp-server.mjs',
    'toolwire configure cursor --name tools --undo',
  ],
  json: '`{ client, file, name, state, backup }` with a `state` of `written`, `undone`, `same` or `shown`',
  load: async () => (await import('../commands/configure.ts')).configure,
};

export const inspect: Command = {
  name: 'inspect',
  about: 'Open the inspector for a remote server',
  operands: 'TARGET',
  flags: {
    port: { value: 'port', about: 'the local port (default: any free port)' },
    ...callFlags,
    ...connectionFlags,
  },
  examples: [
    'toolwire inspect https://tools.example.com --api-key key',
    'toolwire inspect https://mcp.example.com/mcp --auth login',
    'toolwire inspect -- node my-mcp-server.mjs',
  ],
  json: '`{ url, tools }` when the page is available',
  load: async () => (await import('../commands/inspect.ts')).inspect,
};
