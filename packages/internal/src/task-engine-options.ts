import { type BackgroundReport, createBackgroundReport } from './background-report.ts';
import { checkCount, checkNumber, wholeTimer } from './check-numbers.ts';
import type { Optional } from './idempotency-limits.ts';
import type { NamesOf } from './option-names.ts';

/** The options that engines with a message broker share. */
export interface EngineSettings {
  readonly queue: string;
  readonly maxRunning: number;
  readonly lockMs: number;
  readonly retryMs: number;
  readonly timeoutMs: number;
  readonly report: (error: unknown) => void;
}

/** The names of the shared options of an engine. */
export const engineOptionNames: NamesOf<EngineSettings> = {
  queue: true,
  maxRunning: true,
  lockMs: true,
  retryMs: true,
  timeoutMs: true,
  report: true,
};

/** Reads the shared options of an engine. */
export function readEngineOptions(options: Optional<EngineSettings>): EngineSettings & BackgroundReport {
  const { queue = 'toolwire-tasks', maxRunning = 10 } = options;
  const { lockMs = 60_000, retryMs = 1_000, timeoutMs = 5_000 } = options;
  for (const [option, ms] of Object.entries({ lockMs, retryMs, timeoutMs })) checkNumber(option, ms, wholeTimer);
  checkCount('maxRunning', maxRunning, 1);
  return { queue, maxRunning, lockMs, retryMs, timeoutMs, ...createBackgroundReport(options.report) };
}
