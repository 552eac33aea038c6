export { type CallMessage, callChannel, type EventChannel, type EventChannels } from './stages/call-channel.ts';
export { type TraceOptions, trace } from './stages/trace.ts';
export { type TraceRunsOptions, traceRuns } from './stages/trace-runs.ts';
