export { conventionalNames, conventionalValues, eventNames, metricNames, ownNames } from './names.ts';
export type { OpenTelemetryApi } from './open-telemetry.ts';
export type { TraceCarrier } from './parent-context.ts';
export { type MeasuredTaskEvent, type TaskTracing, type TraceTasksOptions, traceTasks } from './trace-tasks.ts';
export { type TracedOptions, traced } from './traced.ts';
