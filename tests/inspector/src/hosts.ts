import { createApp, hosts as everyHost, type RunningHost } from '@toolwire/test-hosts';
import type { Toolwire } from 'toolwire';

/** The path of the tools in every app. */
export const prefix = '/api/ai';

/** Every framework of docs/hosts.md, with the tools below a path of an app. */
export const hosts = everyHost.map(({ name, start }) => ({
  name,
  start: async (server: Toolwire): Promise<RunningHost> => start(createApp({ mounts: [{ prefix, server }] })),
}));
