import { type Call, isPromise, type Logger, type Outcome, type Principal, type Tool } from '@toolwire/core';
import { refuseAsInternal } from '@toolwire/core/internal';
import { describeThrown, isToolError, type ToolError } from '@toolwire/errors';
import { callListener } from '@toolwire/internal';
import { secretsOfCall } from './call-credentials.ts';
import { toolIdOf } from './resolved-call.ts';

/** The call that an error belongs to, without tokens, secrets and input. */
export interface FailedCall {
  readonly callId: string;
  /** The tool and version that ran, or the requested tool ID if it was not resolved. */
  readonly toolId: string;
  /** The protocol of the call, such as `mcp`. */
  readonly wire: string;
  readonly traceId: string | undefined;
  readonly principal: Principal | undefined;
}

/** How an app handles unexpected errors. */
export interface ErrorOptions {
  /**
   * Receives each unexpected error of a tool or a stage, unmasked, for error reporting. May be async: the server doesn't wait for it, and
   * logs its errors.
   */
  readonly onError?: ((error: unknown, call: FailedCall) => unknown) | undefined;
  /** Turns an error of the app into a `ToolError` for the caller; `undefined` leaves it unexpected. */
  readonly mapError?: ((error: unknown, call: FailedCall) => ToolError | undefined) | undefined;
}

/** Calls `onError` and `mapError`. Never throws, also if the app's logger does. */
export interface ErrorHooks {
  readonly unexpected: (thrown: unknown, call: Call & { readonly tool?: Tool }) => void;
  readonly mapped: (thrown: unknown, call: Call & { readonly tool?: Tool }) => ToolError | undefined;
}

/** Creates the only caller of `onError` and `mapError`. */
export function createErrorHooks({ onError, mapError }: ErrorOptions, logger: Logger): ErrorHooks {
  const failed =
    (name: string, { callId }: Call) =>
    (thrown: unknown): undefined => {
      const message = `${name} threw; the response is unchanged`;
      callListener(() => logger.error({ callId, error: describeThrown(thrown) }, message));
    };
  return {
    unexpected(thrown, call) {
      if (onError === undefined) return;
      const report = failed('onError', call);
      try {
        const done = onError(thrown, failedCall(call));
        if (isPromise(done)) Promise.resolve(done).catch(report);
      } catch (error) {
        report(error);
      }
    },
    mapped(thrown, call) {
      if (mapError === undefined) return undefined;
      const report = failed('mapError', call);
      try {
        const error: unknown = mapError(thrown, failedCall(call));
        if (error === undefined || isToolError(error)) return error;
        // Plain JavaScript may return a promise.
        if (isPromise(error)) Promise.resolve(error).catch(report);
        return report(new TypeError('mapError must return a ToolError or undefined, and at once: not a promise.'));
      } catch (error) {
        return report(error);
      }
    },
  };
}

function failedCall({ callId, toolId, wire, traceId, principal, tool }: Call & { readonly tool?: Tool }): FailedCall {
  return { callId, toolId: tool === undefined ? toolId : toolIdOf(tool), wire, traceId, principal };
}

/** Returns the outcome of a call whose stage threw. */
export type RefuseStageError = (thrown: unknown, call: Call) => Outcome;

/** Reports errors of stages to the log and to `onError`; callers get no details. */
export function createRefuseStageError(errors: ErrorHooks, logger: Logger): RefuseStageError {
  return (thrown, call) => {
    const error = describeThrown(thrown, secretsOfCall(call));
    logger.error({ callId: call.callId, error }, 'Middleware threw an exception (middleware must return an outcome)');
    errors.unexpected(thrown, call);
    recordThrown(call, thrown);
    return refuseAsInternal();
  };
}

/** A call whose caller records what its tool or a stage throws, for tests. */
export interface RecordedCall extends Call {
  readonly recordThrown?: ((thrown: unknown) => void) | undefined;
}

/** Passes an error to the caller if it records errors. */
export function recordThrown(call: RecordedCall, thrown: unknown): void {
  call.recordThrown?.(thrown);
}
