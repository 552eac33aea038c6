import * as api from '@opentelemetry/api';
import { apiKey } from '@toolwire/auth';
import { log, logRuns } from '@toolwire/log/stage';
import { traceTasks } from '@toolwire/trace';
import { trace, traceRuns } from '@toolwire/trace/stage';
import { pino } from 'pino';
import { type ListeningServer, toolwire } from 'toolwire';
import type { Backend } from './backends.ts';
import { canaries } from './canaries.ts';
import { login, spillingTools } from './spilling-tools.ts';

/** A server with durable calls, logs, traces and metrics. */
export interface DurableServer {
  readonly url: string;
  readonly lines: readonly string[];
  readonly close: () => Promise<void>;
}

/** Starts a server whose tools wait for a gate before they repeat their secrets. */
export async function startDurableServer(
  openBackend: (report: (error: unknown) => void) => Promise<Backend>,
  gate: () => Promise<void>,
): Promise<DurableServer> {
  const lines: string[] = [];
  const logger = pino({ level: 'debug' }, { write: (line) => void lines.push(line) });
  const report = (error: unknown): void => logger.error({ err: error }, 'The backend failed');
  const backend = await openBackend(report);
  const server = toolwire({
    tools: [...spillingTools(gate), login],
    auth: apiKey({ keys: [{ key: canaries.credential, principal: { id: 'ada' } }], acceptAsBearer: true }),
    requirements: {
      token: ({ id }) => (id === 'own' ? canaries.ownToken : undefined),
      secret: (id) => (id === 'OWN' ? canaries.ownSecret : undefined),
    },
    tasks: {
      store: backend.store,
      engine: backend.engine,
      sweepMs: 200,
      sealWith: [{ id: 'test', key: '5e'.repeat(32) }],
      observer: traceTasks({ api }),
    },
    limits: { deferAfterMs: 1 },
    logger,
    use: [trace({ api }), log({ logger })],
    around: [traceRuns({ api }), logRuns({ logger })],
  });
  const listening: ListeningServer = await server.listen(0, { closeOnSignals: false });
  return {
    url: listening.url,
    lines,
    close: async () => {
      await listening.close({ graceMs: 0 });
      await backend.close();
    },
  };
}
