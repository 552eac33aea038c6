import { type Carrier, describeClient } from '../src/clients/describe-client.ts';
import { officialClients } from '../src/clients/official-clients.ts';
import { createFixtureServer } from '../src/fixtures/fixture-server.ts';
import { hosts, type StartOnHost } from '../src/hosts.ts';

for (const [name, start] of Object.entries(hosts)) {
  for (const client of officialClients) describeClient(overHttp(name, start), client);
}

function overHttp(name: string, start: StartOnHost): Carrier {
  return {
    name,
    keepsConnection: false,
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
