/** One channel of `node:diagnostics_channel`. */
export interface EventChannel {
  publish(message: unknown): void;
  /** Publishes the message, and runs work with the stores that subscribers have bound to the channel. */
  runStores<Result>(message: object, run: () => Result): Result;
}

/** The channels of one operation, as returned by `tracingChannel()` of `node:diagnostics_channel`. */
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

/** A runtime with `process.getBuiltinModule`, such as Node. */
interface RuntimeWithModules {
  readonly process: { getBuiltinModule(name: string): DiagnosticsChannel | undefined };
}

/** Returns the channels if the runtime has `node:diagnostics_channel`; does not import Node modules. */
export function findChannels(name: string): EventChannels | undefined {
  const runtime: object = globalThis;
  if (!hasModules(runtime)) return undefined;
  return runtime.process.getBuiltinModule('node:diagnostics_channel')?.tracingChannel(name);
}

function hasModules(runtime: object): runtime is RuntimeWithModules {
  const { process } = runtime as { readonly process?: { readonly getBuiltinModule?: unknown } };
  return typeof process?.getBuiltinModule === 'function';
}
