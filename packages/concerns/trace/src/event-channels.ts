/** One channel of `node:diagnostics_channel`. */
export interface EventChannel {
  publish(message: unknown): void;
  /** Runs work with the stores that subscribers have bound to the channel, and publishes the message first. */
  runStores<Result>(message: object, run: () => Result): Result;
}

/** The channels of one operation, as `tracingChannel()` of `node:diagnostics_channel` makes them. */
export interface EventChannels {
  readonly hasSubscribers: boolean;
  readonly start: EventChannel;
  readonly end: EventChannel;
  readonly asyncStart: EventChannel;
  readonly asyncEnd: EventChannel;
  readonly error: EventChannel;
}

interface DiagnosticsChannel {
  tracingChannel(name: string): EventChannels;
}

/** A runtime that hands out its own modules, as Node and those that are like it do. */
interface RuntimeWithModules {
  readonly process: { getBuiltinModule(name: string): DiagnosticsChannel | undefined };
}

/** Asks the runtime for channels, and gets none where there is no `node:diagnostics_channel`; nothing of Node is imported. */
export function findChannels(name: string): EventChannels | undefined {
  const runtime: object = globalThis;
  if (!hasModules(runtime)) return undefined;
  return runtime.process.getBuiltinModule('node:diagnostics_channel')?.tracingChannel(name);
}

function hasModules(runtime: object): runtime is RuntimeWithModules {
  const { process } = runtime as { readonly process?: { readonly getBuiltinModule?: unknown } };
  return typeof process?.getBuiltinModule === 'function';
}
