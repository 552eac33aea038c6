import type { ContextEntry, Principal } from '@toolwire/core';
import type { ToolServer } from '@toolwire/server';
import { createApp, type Host, newestHostsOfRun, type Requester } from '@toolwire/test-hosts';
import type { RunningServer } from './listen-on.ts';

/** The options of a mount in an app that identifies its callers by a header. */
export interface AppSays {
  readonly principal?: ((header: Requester['header']) => Principal | undefined) | undefined;
  readonly values?: ((header: Requester['header']) => readonly ContextEntry[]) | undefined;
}

/** Starts a server on a free port; the URL is the base of its routes. */
export type StartOnHost = (server: ToolServer, says?: AppSays) => Promise<RunningServer>;

/** The frameworks of this run: two that read bodies in different ways, or the newest major of every one with `npm test -- --every-host`. */
export const hosts: Readonly<Record<string, StartOnHost>> = Object.fromEntries(
  newestHostsOfRun.map((host) => [host.name, startOn(host)]),
);

const prefix = '/ai';

function startOn({ start, bodies }: Host): StartOnHost {
  return async (server, { principal, values } = {}) => {
    const app = createApp({
      // Most apps have a parser in front of all routes.
      parser: bodies.includes('parsed') ? { limit: 1024 * 1024 } : undefined,
      mounts: [
        {
          prefix,
          server,
          principal: principal && (({ header }) => principal(header)),
          values: values && (({ header }) => values(header)),
        },
      ],
    });
    const { url, close } = await start(app);
    return { url: url + prefix, close };
  };
}
