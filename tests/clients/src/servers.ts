import { listenOn } from './fixtures/listen-on.ts';
import { startOfficialServer } from './fixtures/official-server.ts';
import { startOurServer } from './fixtures/our-server.ts';
import { createRuns, type Runs } from './fixtures/runs.ts';
import type { ServerUrls } from './test-client.ts';

/** Both servers, for one client at a time: their slow tools are counted. */
export interface Servers {
  readonly ours: ServerUrls;
  readonly official: ServerUrls;
  close(): Promise<void>;
}

/** Starts both servers, and one more with pages. */
export async function startServers(): Promise<Servers> {
  const [ourRuns, officialRuns] = [createRuns(), createRuns()];
  const [ours, paged, official, ourControl, officialControl] = await Promise.all([
    startOurServer(ourRuns),
    startOurServer(createRuns(), 3),
    startOfficialServer(officialRuns),
    startControl(ourRuns),
    startControl(officialRuns),
  ]);
  return {
    ours: { url: `${ours.url}/mcp`, pagedUrl: `${paged.url}/mcp`, controlUrl: ourControl.url },
    official: { url: `${official.url}/mcp`, pagedUrl: undefined, controlUrl: officialControl.url },
    close: async () => {
      await Promise.all([ours, paged, official, ourControl, officialControl].map((server) => server.close()));
    },
  };
}

function startControl(runs: Runs): ReturnType<typeof listenOn> {
  return listenOn((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ started: runs.started, aborted: runs.aborted }));
  });
}
