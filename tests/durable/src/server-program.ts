import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { defineTool, silentLogger, toolwire } from 'toolwire';
import { z } from 'zod';
import { type BackendSettings, openBackend } from './backends.ts';

/** The settings of the program. */
export interface ServerSettings extends BackendSettings {
  readonly role: 'web' | 'worker';
}

/** A process that serves durable calls, or only runs them, until it is asked to stop. */
const settings = JSON.parse(process.env['PROGRAM_SETTINGS'] ?? '{}') as ServerSettings;

// Takes ten seconds, which is longer than the shutdown deadline of a process.
const steps = defineTool({
  id: 'Work.Steps',
  version: '1.0.0',
  description: 'Doubles a number slowly.',
  input: z.object({ n: z.number().describe('The number.') }),
  output: z.number(),
  annotations: { idempotent: true },
  taskSupport: 'optional',
  run: async ({ n }, { save, saved, signal }) => {
    for (let step = Number(saved ?? 0); step < 100; step += 1) {
      await wait(100, undefined, { signal });
      if (step % 10 === 9) await save(step + 1);
    }
    return 2 * n;
  },
});

const double = defineTool({
  id: 'Work.Double',
  version: '1.0.0',
  description: 'Doubles a number.',
  input: z.object({ n: z.number().describe('The number.') }),
  output: z.number(),
  run: ({ n }) => 2 * n,
});

const backend = await openBackend(settings);
const server = toolwire({
  tools: [steps, double],
  tasks: { store: backend.store, engine: backend.engine, leaseMs: settings.leaseMs, sweepMs: 500 },
  limits: { deferAfterMs: 20 },
  logger: silentLogger,
});
// The load balancer needs time to notice the shutdown, even on a busy machine.
const graceMs = settings.role === 'web' ? 10_000 : 0;
const closeOnSignals = { graceMs, deadlineMs: 4_000, hardLimitMs: 60_000, onClosed: () => backend.close() };
if (settings.role === 'web') {
  const { url } = await server.listen(0, { work: false, closeOnSignals });
  process.send?.('ready');
  process.send?.(url);
} else {
  await server.work({ closeOnSignals });
  process.send?.('ready');
}
