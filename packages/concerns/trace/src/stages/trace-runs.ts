import type { Call, Stage, Tool } from '@toolwire/core';
import { checkNames, type NamesOf } from '@toolwire/internal';
import type { OpenTelemetryApi } from '../open-telemetry.ts';
import { whenEnded } from '../when-ended.ts';
import { tracedCallIn, tracedCallKey } from './traced-call.ts';

/** What runs are traced with. */
export interface TraceRunsOptions {
  /** `import * as api from '@opentelemetry/api'`. */
  readonly api: OpenTelemetryApi;
}

const optionNames: NamesOf<TraceRunsOptions> = { api: true };

/**
 * Marks each run of a tool as events in the span of its call, and counts those after the first. Stands innermost, in `around`, behind
 * what may run a tool again; needs `trace` in `use`.
 */
export function traceRuns(options: TraceRunsOptions): Stage<Call & { readonly tool: Tool }> {
  checkNames('traceRuns()', options, optionNames);
  const { api } = options;
  const stateKey = api.createContextKey(tracedCallKey);
  return (call, next) => {
    const traced = tracedCallIn(api.context.active(), stateKey);
    if (traced === undefined) return next();
    const attempt = traced.runStarted(call.tool);
    return whenEnded(
      () => next(),
      (outcome) => traced.runEnded(attempt, outcome),
      // The pipeline tells of a stage that throws.
      () => undefined,
    );
  };
}
