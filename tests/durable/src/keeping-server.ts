import * as api from '@opentelemetry/api';
import { apiKey } from '@toolwire/auth';
import { log, logRuns } from '@toolwire/log/stage';
import { traceTasks } from '@toolwire/trace';
import { trace, traceRuns } from '@toolwire/trace/stage';
import { pino } from 'pino';
import { type ListeningServer, toolwire } from 'toolwire';
import { canaries } from './canaries.ts';
import type { Place } from './places.ts';
import { login, spillingTools } from './spilling-tools.ts';

/** A server that keeps calls, runs them, and tells of them in every way there is. */
export interface KeepingServer {
  readonly url: string;
  readonly lines: readonly string[];
  readonly close: () => Promise<void>;
}

/** Starts one whose tools wait at a gate before they spill what they were trusted with. */
export async function startKeeping(
  openPlace: (report: (error: unknown) => void) => Promise<Place>,
  gate: () => Promise<void>,
): Promise<KeepingServer> {
  const lines: string[] = [];
  const logger = pino({ level: 'debug' }, { write: (line) => void lines.push(line) });
  const report = (error: unknown): void => logger.error({ err: error }, 'The place has failed');
  const place = await openPlace(report);
  const server = toolwire({
    tools: [...spillingTools(gate), login],
    auth: apiKey({ keys: [{ key: canaries.credential, principal: { id: 'ada' } }], acceptAsBearer: true }),
    requirements: {
      token: ({ id }) => (id === 'own' ? canaries.ownToken : undefined),
      secret: (id) => (id === 'OWN' ? canaries.ownSecret : undefined),
    },
    tasks: {
      store: place.store,
      engine: place.engine,
      sweepMs: 200,
      sealWith: [{ id: 'test', key: '5e'.repeat(32) }],
      ...traceTasks({ api }),
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
      await place.close();
    },
  };
}
