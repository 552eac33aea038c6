import { createFixtureServer } from '../fixtures/fixture-server.ts';
import { hosts, type StartOnHost } from '../hosts.ts';
import { fixturesOnStdio } from './fixtures-on-stdio.ts';
import type { ServerPlace } from './official-client.ts';

/** A fixture server that a client can connect to. */
export interface StartedServer {
  readonly place: ServerPlace;
  close(): Promise<void>;
}

/** What one way to reach a server can do. */
export interface Carrier {
  readonly name: string;
  start(): Promise<StartedServer>;
}

/** The fixture server in every framework. */
export const overHttp: readonly Carrier[] = Object.entries(hosts).map(([name, start]) => carrierOn(name, start));

/** The fixture server as a separate process. */
export const overStdio: Carrier = {
  name: 'stdio',
  start: async () => ({
    place: { kind: 'stdio', ...fixturesOnStdio },
    // The process ends when its client leaves.
    close: async () => undefined,
  }),
};

function carrierOn(name: string, start: StartOnHost): Carrier {
  return {
    name,
    async start() {
      const server = createFixtureServer();
      const started = await start(server);
      return {
        place: { kind: 'http', url: `${started.url}/mcp` },
        close: () => {
          server.stop.interrupt();
          return started.close();
        },
      };
    },
  };
}
