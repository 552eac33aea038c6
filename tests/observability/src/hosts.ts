import type { ToolServer } from '@toolwire/server';
import { createApp, newestHosts, type RunningHost } from '@toolwire/test-hosts';

/** Every framework, in an app with one user and a parser, with the tools at the root. */
export const hosts: Readonly<Record<string, (server: ToolServer) => Promise<RunningHost>>> = Object.fromEntries(
  newestHosts.map(({ name, bodies, start }) => [
    name,
    async (server: ToolServer) =>
      start(
        createApp({
          parser: bodies.includes('parsed') ? { limit: 1024 * 1024 } : undefined,
          // Call IDs are stored for identified callers.
          mounts: [{ prefix: '/', server, principal: () => ({ id: 'ada' }) }],
        }),
      ),
  ]),
);
