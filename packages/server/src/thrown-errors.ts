import { type Call, isPromise, type Logger, type Principal, type Tool } from '@toolwire/core';
import { describeThrown, isToolError, type ToolError } from '@toolwire/errors';

/** Which call an error belongs to; nothing in it is a token, a secret or an input. */
export interface FailedCall {
  readonly callId: string;
  /** The tool and version that ran, or what was asked for where none was found yet. */
  readonly toolId: string;
  /** The wire the call came by, such as `mcp`. */
  readonly wire: string;
  readonly traceId: string | undefined;
  readonly principal: Principal | undefined;
}

/** What an application does with errors that its tools have not written for callers. */
export interface ErrorOptions {
  /**
   * Told of each unexpected error of a tool or a stage, as it was thrown and unmasked, for a service that collects errors. May be
   * async; nobody waits for it, and what it throws itself goes to the log.
   */
  readonly onError?: ((error: unknown, call: FailedCall) => unknown) | undefined;
  /** Turns an error of the application into a `ToolError` for the caller; `undefined` leaves it unexpected. */
  readonly mapError?: ((error: unknown, call: FailedCall) => ToolError | undefined) | undefined;
}

/** A call whose caller wants to see what its tool has thrown, as tests do. */
export interface NotedCall extends Call {
  readonly noteThrown?: ((thrown: unknown) => void) | undefined;
}

/** Tells of what was thrown, and asks for a better word for it; neither ever throws. */
export interface ThrownErrors {
  readonly unexpected: (thrown: unknown, call: Call & { readonly tool?: Tool }) => void;
  readonly mapped: (thrown: unknown, call: Call & { readonly tool?: Tool }) => ToolError | undefined;
}

/** Makes the one place that calls `onError` and `mapError`. */
export function createThrownErrors({ onError, mapError }: ErrorOptions, logger: Logger): ThrownErrors {
  const failed =
    (name: string, { callId }: Call) =>
    (thrown: unknown): undefined => {
      logger.error({ callId, error: describeThrown(thrown) }, `${name} threw; the call is answered as without it`);
    };
  return {
    unexpected(thrown, call) {
      if (onError === undefined) return;
      const own = failed('onError', call);
      try {
        const done = onError(thrown, failedCall(call));
        if (isPromise(done)) Promise.resolve(done).catch(own);
      } catch (error) {
        own(error);
      }
    },
    mapped(thrown, call) {
      if (mapError === undefined) return undefined;
      const own = failed('mapError', call);
      try {
        const error: unknown = mapError(thrown, failedCall(call));
        if (error === undefined || isToolError(error)) return error;
        // The types refuse it; plain JavaScript does not.
        if (isPromise(error)) Promise.resolve(error).catch(own);
        return own(new TypeError('mapError must return a ToolError or undefined, and at once: not a promise.'));
      } catch (error) {
        return own(error);
      }
    },
  };
}

function failedCall({ callId, toolId, wire, traceId, principal, tool }: Call & { readonly tool?: Tool }): FailedCall {
  return { callId, toolId: tool === undefined ? toolId : `${tool.id}@${tool.version}`, wire, traceId, principal };
}
