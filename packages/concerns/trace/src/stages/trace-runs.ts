import type { Call, Stage, Tool } from '@toolwire/core';
import { checkNames, type NamesOf, observeResult } from '@toolwire/internal';
import type { OpenTelemetryApi } from '../open-telemetry.ts';
import { type CallTrace, callTraceKey } from './call-trace.ts';

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
  const traceKey = api.createContextKey(callTraceKey);
  return (call, next) => {
    const callTrace = api.context.active().getValue(traceKey) as CallTrace | undefined;
    if (callTrace === undefined) return next();
    const attempt = callTrace.startRun(call.tool);
    return observeResult(
      () => next(),
      (outcome) => callTrace.endRun(attempt, outcome),
      // `trace` records a throwing stage.
      () => undefined,
    );
  };
}
