import { checkCount, checkNumber, wholeTimer } from '../options/check-numbers.ts';
import type { Filled, NamesOf } from '../options/check-options.ts';
import { type BackgroundReport, createBackgroundReport } from './background-report.ts';

/** How long an engine waits before it delivers a rejected run again, in milliseconds. */
export const redeliveryMs = 1_000;

/** The options that engines with a message broker share. */
export interface EngineOptions {
  /** The name of the queue or stream. Default: `toolwire-tasks`. Servers and workers that share tasks need the same value. */
  readonly queue?: string | undefined;
  /** The most concurrent deliveries of each worker. Default: 10. */
  readonly maxRunning?: number | undefined;
  /** How long a silent worker has its deliveries before they go to another one, in milliseconds. Default: one minute. */
  readonly lockMs?: number | undefined;
  /** How long to wait for the database or broker, in milliseconds. Default: 5 seconds. */
  readonly timeoutMs?: number | undefined;
  /** Receives errors of background work. Default: the server's `logger`. */
  readonly report?: ((error: unknown) => void) | undefined;
}

/** The shared options with all defaults. */
export type EngineSettings = Filled<EngineOptions>;

/** The names of the shared options of an engine. */
export const engineOptionNames: NamesOf<EngineOptions> = {
  queue: true,
  maxRunning: true,
  lockMs: true,
  timeoutMs: true,
  report: true,
};

/** Reads the shared options of an engine. */
export function readEngineOptions(options: EngineOptions): EngineSettings & BackgroundReport {
  const { queue = 'toolwire-tasks', maxRunning = 10, lockMs = 60_000, timeoutMs = 5_000 } = options;
  checkNumber('lockMs', lockMs, wholeTimer);
  checkNumber('timeoutMs', timeoutMs, wholeTimer);
  checkCount('maxRunning', maxRunning);
  return { queue, maxRunning, lockMs, timeoutMs, ...createBackgroundReport(options.report) };
}
