import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { bundleProgram } from '@toolwire/programs';
import { type ReportingProcess, startReporting } from '@toolwire/programs/reporting-process';
import type { StoreKind } from '../backends.ts';
import type { Fault } from '../faults.ts';
import { hostTime } from '../history-event.ts';
import { libsqlIfNeeded } from '../run-history.ts';
import { cancel, type Exchange, followCall, isEnd, type PlannedCall } from './caller.ts';
import { type FaultyStore, startFaultyStore } from './faulty-store.ts';
import { type LedgerEntry, ledgerIn } from './ledger.ts';
import type { ShopSettings } from './shop-program.ts';

/** The recorded data of a history. */
export interface CallHistory {
  readonly exchanges: readonly Exchange[];
  readonly ledger: readonly LedgerEntry[];
}

/** Options for sending a call. */
export interface CallOptions {
  /** Whether the caller stops at the first refusal. */
  readonly stopsAtRefusal?: boolean;
  /** Cancels the call after this delay. */
  readonly cancelAfterMs?: number;
}

type Server = ReportingProcess<string>;

/** The functions that a scenario uses. */
export interface CallHarness {
  readonly store: FaultyStore;
  readonly exchanges: readonly Exchange[];
  readonly startServer: (
    settings: Pick<ShopSettings, 'role'> & Partial<ShopSettings>,
    variables?: Readonly<Record<string, string>>,
  ) => Promise<Server>;
  /** Sends later requests to these servers only. */
  readonly route: (servers: readonly Server[]) => void;
  /** Sends a call, and follows it until it ends. */
  readonly call: (planned: PlannedCall, options?: CallOptions) => Promise<void>;
}

export const callers = ['ada', 'bob'] as const;

const program = bundleProgram(new URL('./shop-program.ts', import.meta.url));
const libsql = pathToFileURL(createRequire(import.meta.url).resolve('libsql')).href;

/** A history ends when the ledger has no new line for this long. Sweeps find lost calls within half a second. */
const quietMs = 4_000;
/** Running calls count as lost after this time without progress: longer than a lease, also on a busy machine. */
const stuckMs = 120_000;

/** Runs a scenario on a store that supports these faults, waits until nothing happens any more, and requests each result once more. */
export async function runCalls(
  kind: StoreKind,
  scenario: (harness: CallHarness) => Promise<void>,
  faults: readonly Fault[] = [],
): Promise<CallHistory> {
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-calls-'));
  const ledgerFile = join(folder, 'ledger');
  writeFileSync(ledgerFile, '');
  const ledger = ledgerIn(ledgerFile);
  const store = await startFaultyStore(kind, folder, libsql, faults);
  const exchanges: Exchange[] = [];
  const acknowledged = new Map<string, PlannedCall>();
  const ended = new Set<string>();
  const onExchange = (one: Exchange): void => {
    exchanges.push(one);
    if (one.answer.kind === 'running' || isEnd(one.answer)) acknowledged.set(one.token, one);
    if (isEnd(one.answer)) ended.add(one.token);
  };
  let isOver = false;
  const seemsStuck = stuckAfter(stuckMs, () => `${ledger.size()} ${ended.size}`);
  const isStuck = (): boolean => isOver || seemsStuck();
  const calls: Promise<void>[] = [];
  const started: Promise<Server>[] = [];
  let routes: readonly string[] = [];
  let requests = 0;
  const server = (): string => {
    requests += 1;
    const url = routes[requests % routes.length];
    if (url === undefined) throw new Error('No server is running.');
    return url;
  };
  const harness: CallHarness = {
    store,
    exchanges,
    startServer: (settings, variables) => {
      const all: ShopSettings = {
        kind,
        url: store.url,
        queueUrl: store.queueUrl,
        addressMap: store.addressMap,
        leaseMs: 30_000,
        libsql: libsqlIfNeeded(kind),
        versions: ['1.0.0'],
        workMs: 30,
        callers,
        ledger: ledgerFile,
        ...settings,
      };
      // Retried once, because on a busy machine the store may respond too late for a start.
      const start = (): Promise<Server> => startReporting<string>(program, all, undefined, variables);
      const one = start().catch(start);
      started.push(one);
      return one;
    },
    route: (servers) => {
      routes = servers.map(({ messages: [url = ''] }) => url);
    },
    call: async (planned, { stopsAtRefusal = false, cancelAfterMs } = {}) => {
      const following = followCall(planned, { server, onExchange, stopsAtRefusal, isStuck });
      calls.push(following);
      if (cancelAfterMs !== undefined) {
        await wait(cancelAfterMs);
        await cancel(server(), planned);
      }
      await following;
    },
  };
  try {
    await scenario(harness);
    await untilQuiet(() => ledger.size());
    // Requests each result again, like a caller that lost the response. Also gets the results of abandoned calls.
    const repeated = [...acknowledged.values()].map((one) =>
      followCall(one, { server, onExchange, stopsAtRefusal: false, isStuck }),
    );
    await Promise.all(repeated);
    return { exchanges, ledger: ledger.events() };
  } finally {
    isOver = true;
    await Promise.allSettled(calls);
    await Promise.allSettled(started.map(async (one) => (await one).kill()));
    await store.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns a function that reports whether a state has not changed for `ms`. */
function stuckAfter(ms: number, stateNow: () => string): () => boolean {
  let [state, since] = ['', hostTime()];
  return () => {
    const now = stateNow();
    if (now !== state) [state, since] = [now, hostTime()];
    return hostTime() - since > ms;
  };
}

async function untilQuiet(size: () => number): Promise<void> {
  for (let before = -1; before !== size(); await wait(quietMs)) before = size();
}
