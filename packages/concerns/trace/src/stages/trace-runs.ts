import type { Call, Stage, Tool } from '@toolwire/core';
import { checkNames, type NamesOf, observeResult } from '@toolwire/internal';
import type { OpenTelemetryApi } from '../open-telemetry.ts';
import { readTracedCall, tracedCallKey } from './call-trace.ts';

/** Options of `traceRuns()`. */
export interface TraceRunsOptions {
  /** `import * as api from '@opentelemetry/api'`. */
  readonly api: OpenTelemetryApi;
}

const optionNames: NamesOf<TraceRunsOptions> = { api: true };

/**
 * Adds each run of a tool as events to the span of its call, and counts retries. Use it last in `around`, after `retry`; it
 * requires `trace` in `use`.
 */
export function traceRuns(options: TraceRunsOptions): Stage<Call & { readonly tool: Tool }> {
  checkNames('traceRuns()', options, optionNames);
  const { api } = options;
  const stateKey = api.createContextKey(tracedCallKey);
  return (call, next) => {
    const traced = readTracedCall(api.context.active(), stateKey);
    if (traced === undefined) return next();
    const attempt = traced.runStarted(call.tool);
    return observeResult(
      () => next(),
      (outcome) => traced.runEnded(attempt, outcome),
      // The pipeline reports a throwing stage.
      () => undefined,
    );
  };
}
