import type { Counter, Histogram, Meter, OpenTelemetryApi } from './open-telemetry.ts';
import { instrumentationScope, metricNames } from './telemetry-names.ts';

/** The instruments for calls. */
export interface Instruments {
  readonly toolDuration: Histogram;
  readonly mcpDuration: Histogram;
  readonly active: Counter;
  readonly calls: Counter;
  readonly rejected: Counter;
  readonly replayed: Counter;
  readonly retries: Counter;
}

// The boundaries of the semantic conventions, in seconds.
const toolBoundaries = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
const mcpBoundaries = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

/**
 * Returns a function that creates instruments once an SDK is registered. It checks again until then, because an app may
 * create its server before the SDK, and the metrics API has no proxy meter.
 */
export function createWhenRegistered<T>(api: OpenTelemetryApi, create: (meter: Meter) => T): () => T | undefined {
  const noopMeter = api.createNoopMeter();
  let instruments: T | undefined;
  return () => {
    if (instruments !== undefined) return instruments;
    const meter = api.metrics.getMeter(...instrumentationScope);
    if (meter !== noopMeter) instruments = create(meter);
    return instruments;
  };
}

/** Returns a function that creates the instruments for calls once an SDK is registered. */
export function createInstruments(api: OpenTelemetryApi): () => Instruments | undefined {
  return createWhenRegistered(api, (meter) => {
    const seconds = (name: string, description: string, explicitBucketBoundaries: number[]): Histogram =>
      meter.createHistogram(name, { description, unit: 's', advice: { explicitBucketBoundaries } });
    const count = (name: string, unit: string, description: string): Counter =>
      meter.createCounter(name, { description, unit });
    return {
      toolDuration: seconds(metricNames.toolDuration, 'The duration of a single tool execution.', toolBoundaries),
      mcpDuration: seconds(metricNames.mcpDuration, 'The duration of an MCP request.', mcpBoundaries),
      active: meter.createUpDownCounter(metricNames.active, { description: 'Running calls.', unit: '{call}' }),
      calls: count(metricNames.calls, '{call}', 'Ended calls, by outcome.'),
      rejected: count(metricNames.rejected, '{call}', 'Calls refused as overloaded or unavailable.'),
      replayed: count(metricNames.replayed, '{call}', 'Repeated calls that got a stored result.'),
      retries: count(metricNames.retries, '{run}', 'Retries of tools.'),
    };
  });
}
