/** One channel of `node:diagnostics_channel`. */
export interface EventChannel {
  publish(message: unknown): void;
  /** Publishes the message, and runs work with the stores that subscribers have bound to the channel. */
  runStores<Result>(message: object, run: () => Result): Result;
}

/** The channels of an operation, as `tracingChannel()` of `node:diagnostics_channel` returns them. */
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

/** The members of a runtime that are needed. Node has all of them. */
interface Runtime {
  readonly process?: { readonly getBuiltinModule?: (name: string) => DiagnosticsChannel | undefined };
}

/** Returns the channels if the runtime has `node:diagnostics_channel`; does not import Node modules. */
export function findChannels(name: string): EventChannels | undefined {
  const { process } = globalThis as Runtime;
  return process?.getBuiltinModule?.('node:diagnostics_channel')?.tracingChannel(name);
}
