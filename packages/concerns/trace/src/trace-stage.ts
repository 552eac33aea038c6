export type { EventChannel, EventChannels } from './find-channels.ts';
export { type CallChannelOptions, callChannel } from './stages/call-channel.ts';
export type { CallMessage } from './stages/call-message.ts';
export { type TraceOptions, trace } from './stages/trace.ts';
export { type TraceRunsOptions, traceRuns } from './stages/trace-runs.ts';
