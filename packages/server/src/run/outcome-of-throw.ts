import { type InputRequests, isInputRequired, type Logger, type Outcome, type ToolFailure } from '@toolwire/core';
import { createSecretMask, describeThrown, isToolError, mapError } from '@toolwire/errors';
import { secretsOfRun } from './call-credentials.ts';
import { type ErrorHooks, recordThrown } from './error-hooks.ts';
import { type ReadyCall, toolIdOf } from './resolved-call.ts';
import { safeInputRequests } from './safe-input-requests.ts';

/** Options of `outcomeOfThrow()`. */
export interface ThrowOptions {
  readonly logger: Logger;
  /** The size limit of outputs and of error texts. */
  readonly outputBytes: number;
  readonly errors: ErrorHooks;
}

/** Turns an error of a tool into an outcome: an input request, the tool's own failure, or a generic failure. */
export function outcomeOfThrow(thrown: unknown, durationMs: number, call: ReadyCall, options: ThrowOptions): Outcome {
  ignoreRejection(thrown);
  return isInputRequired(thrown)
    ? inputRequiredOutcome(thrown.requests, durationMs, call, options)
    : failedOutcome(thrown, durationMs, call, options);
}

function inputRequiredOutcome(
  requests: InputRequests,
  durationMs: number,
  call: ReadyCall,
  options: ThrowOptions,
): Outcome {
  try {
    const safeRequests = safeInputRequests(requests, createSecretMask(secretsOfRun(call)));
    return { kind: 'input_required', requests: safeRequests, durationMs, tool: call.tool };
  } catch (problem) {
    return failedOutcome(problem, durationMs, call, options);
  }
}

function failedOutcome(thrown: unknown, durationMs: number, call: ReadyCall, options: ThrowOptions): Outcome {
  const { logger, errors } = options;
  const secrets = secretsOfRun(call);
  const stopped = wasAborted(thrown, call);
  const reported = isToolError(thrown) ? thrown : stopped ? undefined : errors.mapped(thrown, call);
  const fields = { callId: call.callId, toolId: toolIdOf(call.tool), error: describeThrown(thrown, secrets) };
  if (reported !== undefined) logger.info(fields, 'A tool reported a failure');
  else if (stopped) logger.info(fields, 'A tool stopped, as its call had ended');
  else logger.error(fields, 'A tool failed unexpectedly');
  if (reported === undefined && !stopped) errors.unexpected(thrown, call);
  recordThrown(call, thrown);
  // Only tool errors keep their text: `map-error.ts` of `@toolwire/errors`.
  const failure = limitFailure(mapError(reported ?? thrown, secrets), call, options);
  const reason = reported === undefined ? 'unexpected' : 'reported';
  return { kind: 'failed', reason, failure, durationMs, tool: call.tool };
}

/** Replaces the texts of a failure that are too long to send. */
function limitFailure(failure: ToolFailure, call: ReadyCall, { logger, outputBytes }: ThrowOptions): ToolFailure {
  const { message, developerMessage = '', additionalPromptContent = '', ...rest } = failure;
  if (message.length + developerMessage.length + additionalPromptContent.length <= outputBytes) return failure;
  const shortMessage = 'The tool failed with an error text that is too large.';
  const detail = `An error may have at most ${outputBytes} characters of text (limits.outputBytes). Shorten the message.`;
  logger.error({ callId: call.callId, toolId: toolIdOf(call.tool), detail }, shortMessage);
  return { ...rest, message: shortMessage, developerMessage: detail };
}

/** Whether the tool only obeyed its signal: a disconnect, timeout, cancellation or shutdown. */
function wasAborted(thrown: unknown, { lifetime: { signal } }: ReadyCall): boolean {
  return signal.aborted && (thrown === signal.reason || isAbortError(thrown));
}

function isAbortError(thrown: unknown): boolean {
  try {
    return thrown instanceof Error && thrown.name === 'AbortError';
  } catch {
    // A proxy that throws when it is inspected is not an abort.
    return false;
  }
}

/** A thrown promise may reject, and an unhandled rejection ends the process. */
function ignoreRejection(thrown: unknown): void {
  try {
    if (thrown instanceof Promise) thrown.catch(() => undefined);
  } catch {
    // A proxy that throws when it is inspected is not a promise.
  }
}
