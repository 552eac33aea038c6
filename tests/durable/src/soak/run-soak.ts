import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { bundleProgram } from '@toolwire/programs';
import { type ReportingProcess, startReporting } from '@toolwire/programs/reporting-process';
import type { BackendKind } from '../backends.ts';
import { startDatabase } from '../database-under-test.ts';
import { hostTime } from '../history-event.ts';
import { type Exchange, followCall, type PlannedCall } from '../http/caller.ts';
import { checkCalls } from '../http/check-calls.ts';
import { ledgerIn } from '../http/ledger.ts';
import { callers } from '../http/run-calls.ts';
import type { ShopSettings } from '../http/shop-program.ts';
import { shopTools } from '../http/shop-tools.ts';
import { type Vitals, vitalsQuestion } from '../http/vitals.ts';
import { libsqlIfNeeded } from '../run-history.ts';
import { countStored } from './count-stored.ts';

/** How long to run, on which store, and how often to look. */
export interface SoakSettings {
  readonly kind: BackendKind;
  readonly runMs: number;
  readonly sampleMs: number;
  /** Calls a second. */
  readonly rate: number;
  /** How long tasks are stored: the number of keys is steady after this time. */
  readonly ttlMs: number;
}

/** The state at one time. */
export interface SoakSample {
  readonly atMs: number;
  /** The calls that have ended. */
  readonly calls: number;
  /** The violated guarantees so far, each as a sentence. */
  readonly violations: readonly string[];
  /** One for each server. */
  readonly vitals: readonly Vitals[];
  /** The keys or rows of the database. */
  readonly stored: number;
}

type Server = ReportingProcess<string>;

/** Descriptors that a server opens later and keeps, such as connections to its database. */
const maxAddedDescriptors = 10;
/** How long callers keep unused connections open, and a tolerance for busy machines. */
const maxCloseSeconds = 90;

const program = bundleProgram(new URL('../http/shop-program.ts', import.meta.url));

/** Sends durable calls to two servers that share a store. Returns the violated guarantees, each as a sentence. */
export async function runSoak(
  settings: SoakSettings,
  onSample: (sample: SoakSample) => void,
): Promise<readonly string[]> {
  const { kind, runMs, sampleMs, rate, ttlMs } = settings;
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-soak-'));
  const file = join(folder, 'ledger');
  writeFileSync(file, '');
  const ledger = ledgerIn(file);
  const database = await startDatabase(kind, folder, []);
  const shop: ShopSettings = {
    kind,
    url: database.url,
    queueUrl: database.queueUrl,
    leaseMs: 30_000,
    libsql: libsqlIfNeeded(kind),
    role: 'both',
    versions: ['1.0.0'],
    workMs: 300,
    callers,
    ledger: file,
    ttlMs,
  };
  const servers: Server[] = [];
  const open = new Set<Promise<void>>();
  const ended: Exchange[] = [];
  let sent = 0;
  let calls = 0;
  const send = async (): Promise<void> => {
    const planned = planCall(sent);
    const [url = ''] = servers[sent % servers.length]?.messages ?? [];
    sent += 1;
    const exchanges: Exchange[] = [];
    await followCall(planned, {
      server: () => url,
      onExchange: (one) => exchanges.push(one),
      stopsAtRefusal: false,
      isStuck: () => exchanges.length > 1_000,
    });
    for (const one of exchanges) ended.push(one);
    calls += 1;
  };
  const violations = (): string[] => checkCalls(ended, ledger.events().filter(isOfEnded(ended)));
  try {
    servers.push(await startReporting<string>(program, shop), await startReporting<string>(program, shop));
    const before = await Promise.all(servers.map(askVitals));
    const from = hostTime();
    let sampledAt = from;
    for (let now = from; now - from < runMs; now = hostTime()) {
      const due = Math.ceil(((now - from) * rate) / 1_000);
      while (sent < due) {
        const call = send().finally(() => open.delete(call));
        open.add(call);
      }
      if (now - sampledAt >= sampleMs) {
        sampledAt = now;
        const vitals = await Promise.all(servers.map(askVitals));
        const stored = await countStored(settings.kind, database.url, shop.libsql);
        onSample({ atMs: now - from, calls, violations: violations(), vitals, stored });
      }
      await wait(20);
    }
    await Promise.all(open);
    return [...violations(), ...(await findOpenDescriptors(servers, before))];
  } finally {
    await Promise.allSettled(open);
    for (const server of servers) await server.kill();
    await database.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

function planCall(number: number): PlannedCall {
  const { toolId, mayRunTwice } = number % 2 === 0 ? shopTools.order : shopTools.report;
  const caller = callers[number % callers.length] ?? '';
  return { caller, callId: `call-${number}`, toolId, token: `token-${number}`, mayRunTwice, expects: 'value' };
}

function isOfEnded(exchanges: readonly Exchange[]): (line: { readonly token: string }) => boolean {
  const tokens = new Set(exchanges.map(({ token }) => token));
  return ({ token }) => tokens.has(token);
}

/** Finds servers that keep descriptors after their callers have closed the connections. */
async function findOpenDescriptors(servers: readonly Server[], before: readonly Vitals[]): Promise<string[]> {
  let found: string[] = [];
  for (let seconds = 0; seconds < maxCloseSeconds; seconds += 1) {
    const after = await Promise.all(servers.map(askVitals));
    found = after.flatMap(({ descriptors }, index) => {
      const start = before[index]?.descriptors ?? 0;
      return descriptors > start + maxAddedDescriptors
        ? [`growth: a server has ${descriptors} descriptors without callers, and had ${start} at its start`]
        : [];
    });
    if (found.length === 0) break;
    await wait(1_000);
  }
  return found;
}

async function askVitals(server: Server): Promise<Vitals> {
  const answered = server.messages.length;
  server.send(vitalsQuestion);
  await server.until(() => server.messages.length > answered);
  return JSON.parse(server.messages[answered] ?? '') as Vitals;
}
