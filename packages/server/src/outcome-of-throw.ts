import { type InputRequests, isInputRequired, type Logger, type Outcome, type ToolFailure } from '@toolwire/core';
import { describeThrown, isToolError, mapError, maskSecrets } from '@toolwire/errors';
import { secretsOfRun } from './call-secrets.ts';
import { tooLongFailure } from './limit-failure.ts';
import { soundQuestions } from './questions.ts';
import { type ReadyCall, toolIdOf } from './ready-call.ts';
import type { NotedCall, ThrownErrors } from './thrown-errors.ts';

/** What is needed to tell of what a run has thrown. */
export interface ThrowOptions {
  readonly logger: Logger;
  /** The limit that outputs, and so the words of errors, are checked against. */
  readonly outputBytes: number;
  readonly errors: ThrownErrors;
}

/** Turns what a tool threw into an outcome: a question, a failure in its author's words, or one safe sentence. */
export function outcomeOfThrow(thrown: unknown, durationMs: number, call: ReadyCall, options: ThrowOptions): Outcome {
  hearRejection(thrown);
  return isInputRequired(thrown)
    ? asksFor(thrown.requests, durationMs, call, options)
    : failsBy(thrown, durationMs, call, options);
}

function asksFor(requests: InputRequests, durationMs: number, call: ReadyCall, options: ThrowOptions): Outcome {
  try {
    const sound = soundQuestions(requests, maskSecrets(secretsOfRun(call)));
    return { kind: 'input_required', requests: sound, durationMs, tool: call.tool };
  } catch (problem) {
    return failsBy(problem, durationMs, call, options);
  }
}

function failsBy(thrown: unknown, durationMs: number, call: ReadyCall, options: ThrowOptions): Outcome {
  const { logger, errors } = options;
  const secrets = secretsOfRun(call);
  const stopped = hasStopped(thrown, call);
  const reported = isToolError(thrown) ? thrown : stopped ? undefined : errors.mapped(thrown, call);
  const fields = { callId: call.callId, toolId: toolIdOf(call), error: describeThrown(thrown, { secrets }) };
  if (reported !== undefined) logger.info(fields, 'A tool reported a failure');
  else if (stopped) logger.info(fields, 'A tool stopped, as its call had ended');
  else logger.error(fields, 'A tool failed unexpectedly');
  if (reported === undefined && !stopped) errors.unexpected(thrown, call);
  (call as NotedCall).noteThrown?.(thrown);
  const failure = inBounds(mapError(reported ?? thrown, { secrets }), call, options);
  const reason = reported === undefined ? 'unexpected' : 'reported';
  return { kind: 'failed', reason, failure, durationMs, tool: call.tool };
}

function inBounds(failure: ToolFailure, call: ReadyCall, { logger, outputBytes }: ThrowOptions): ToolFailure {
  const told = tooLongFailure(failure, outputBytes);
  if (told === undefined) return failure;
  logger.error({ callId: call.callId, toolId: toolIdOf(call), detail: told.developerMessage }, told.message);
  return told;
}

/** Whether the tool has only obeyed its signal: its caller has left, its time was up, its task was cancelled, or the server stops. */
function hasStopped(thrown: unknown, { lifetime: { signal } }: ReadyCall): boolean {
  return signal.aborted && (thrown === signal.reason || (thrown instanceof Error && thrown.name === 'AbortError'));
}

/** What is thrown may itself reject, and a rejection that nobody hears ends the process. */
function hearRejection(thrown: unknown): void {
  try {
    if (thrown instanceof Promise) thrown.catch(() => undefined);
  } catch {
    // A proxy that throws when it is inspected is not a promise.
  }
}
