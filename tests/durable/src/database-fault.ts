import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseFault } from './faults.ts';
import type { SmallDisk } from './small-disk.ts';
import { type StallingProxy, startStallingProxy } from './stalling-proxy.ts';

/** Injects a fault for a while. Faults of full storage also last until `untilObserved` resolves. */
type Inject = (untilObserved?: () => Promise<void>) => Promise<void>;

/** The address that processes use instead of another, such as the address of a proxy. */
export type AddressMap = Readonly<Record<string, { readonly host: string; readonly port: number }>>;

/** A started database, and the faults that it supports. */
export interface StartedDatabase {
  /** Its URL. Several nodes are separated by commas. */
  readonly url: string;
  /** The URL for the engine, if it needs another. */
  readonly queueUrl?: string | undefined;
  /** The addresses of proxies before its nodes. */
  readonly addressMap?: AddressMap | undefined;
  readonly faults: Partial<Record<DatabaseFault, Inject>>;
  readonly remove: () => Promise<void>;
}

/** The parts that the faults of a database need. */
export interface FaultParts {
  readonly folder: string;
  readonly disk: SmallDisk | undefined;
  /** Whether the network between processes and the database can stall. */
  readonly hasProxy: boolean;
}

/** Longer than a lease. */
export const pauseMs = 4_000;
const longPauseMs = 30_000;
const stallMs = 12_000;

interface Signalled {
  signal(name: NodeJS.Signals): void;
}

/** Pauses the process that is in charge of the data at that time. */
export function pauses(current: () => Signalled | Promise<Signalled>): StartedDatabase['faults'] {
  const pause = async (ms: number): Promise<void> => {
    const server = await current();
    server.signal('SIGSTOP');
    await wait(ms);
    server.signal('SIGCONT');
  };
  return { 'pause database': () => pause(pauseMs), 'pause database for 30 s': () => pause(longPauseMs) };
}

/** Lets one thing last for a while. */
export async function during(
  ms: number,
  begin: () => unknown,
  end: () => unknown,
  untilObserved?: () => Promise<void>,
): Promise<void> {
  await begin();
  await wait(ms);
  await untilObserved?.();
  await end();
}

/** Lets the network between processes and all nodes stall. */
export function stalls(proxies: readonly StallingProxy[]): StartedDatabase['faults'] {
  const all = (act: (proxy: StallingProxy) => void) => () => {
    for (const proxy of proxies) act(proxy);
  };
  return {
    'stall network': () =>
      during(
        stallMs,
        all((proxy) => proxy.stall()),
        all((proxy) => proxy.resume()),
      ),
  };
}

/** Proxies before the nodes of a database. */
interface Proxies {
  readonly urls: readonly string[];
  readonly addressMap: AddressMap;
  readonly faults: StartedDatabase['faults'];
  readonly close: () => Promise<void>;
}

/** Starts a proxy before each node. */
export async function startProxies(urls: readonly string[]): Promise<Proxies> {
  const proxies: StallingProxy[] = await Promise.all(urls.map(startStallingProxy));
  const entries = urls.map((url, index) => {
    const { hostname: host, port } = new URL(proxies[index]?.url ?? url);
    return [new URL(url).host, { host, port: Number(port) }] as const;
  });
  return {
    urls: proxies.map(({ url }) => url),
    addressMap: Object.fromEntries(entries),
    faults: stalls(proxies),
    close: async () => {
      await Promise.all(proxies.map((proxy) => proxy.close()));
    },
  };
}
