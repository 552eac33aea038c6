import process from 'node:process';
import { apiKey } from '@toolwire/auth';
import { silentLogger, toolwire } from 'toolwire';
import { type BackendSettings, openBackend, openCluster, type StoreKind } from '../backends.ts';
import { ledgerIn } from './ledger.ts';
import { shopOf } from './shop-tools.ts';
import { answerVitals } from './vitals.ts';

/** The settings of the program. */
export interface ShopSettings extends Omit<BackendSettings, 'kind'> {
  readonly kind: StoreKind;
  readonly role: 'web' | 'worker' | 'both';
  /** The versions of its tools. */
  readonly versions: readonly string[];
  readonly workMs: number;
  /** The callers. The API key of each is its name. */
  readonly callers: readonly string[];
  /** The path of the ledger. */
  readonly ledger: string;
  /** How long tasks are stored. Default: a day. */
  readonly ttlMs?: number | undefined;
}

/** A server with the shop tools. It serves calls, runs durable calls, or both, until it is asked to stop. */
const settings = JSON.parse(process.env['PROGRAM_SETTINGS'] ?? '{}') as ShopSettings;
const { role, versions, workMs, callers } = settings;
const ledger = ledgerIn(settings.ledger);
const { kind } = settings;
const backend = kind === 'redis-cluster' ? openCluster(settings) : await openBackend({ ...settings, kind });
const server = toolwire({
  tools: versions.flatMap((version) => shopOf(version, ledger, workMs)),
  auth: apiKey({ keys: Object.fromEntries(callers.map((one) => [one, one])), allowShortKeys: true }),
  ...('store' in backend && {
    tasks: {
      store: backend.store,
      engine: backend.engine,
      leaseMs: settings.leaseMs,
      ttlMs: settings.ttlMs,
      sweepMs: 500,
    },
  }),
  ...(backend.answers && { idempotency: { store: backend.answers } }),
  limits: { deferAfterMs: 200 },
  logger: silentLogger,
});
const closeOnSignals = { graceMs: 500, deadlineMs: 10_000, hardLimitMs: 30_000, onClosed: () => backend.close() };
answerVitals();
if (role === 'worker') {
  await server.work({ closeOnSignals });
  process.send?.('ready');
} else {
  const { url } = await server.listen(0, { work: role === 'both', closeOnSignals });
  process.send?.(url);
  process.send?.('ready');
}
