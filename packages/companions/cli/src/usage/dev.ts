import type { Command } from '../command.ts';
import { sharedFlags } from '../flags.ts';

/** What the help says of `toolwire dev`. */
export const dev: Command = {
  name: 'dev',
  about: 'Runs a server of tools, starts it again whenever a file is saved, and tells what changed for callers.',
  operands: '[ENTRY] [-- what the program takes]',
  flags: {
    port: { value: 'number', about: 'the port, which the program reads from PORT' },
    path: { value: '/ai', about: 'where the tools are mounted, where it is not at the root' },
    watch: { value: 'path', about: 'another file or folder whose changes count', isRepeated: true },
    ...sharedFlags,
  },
  examples: ['toolwire dev src/server.ts --port 4000', 'toolwire dev -- --verbose'],
  json: 'a line for each event: `{ event: "ready", url, wire, tools, mcpUrl, inspectorUrl, afterMs, diff }`, `{ event: "changed", files }`, `{ event: "ended", how }`, or `{ event: "silent", url, why }` where no tools answer',
  load: async () => (await import('../commands/dev.ts')).dev,
};
