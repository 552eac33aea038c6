import type { InvalidOutcome, OutcomeBase } from '@toolwire/core';
import type { EncodedFailure } from '@toolwire/errors';
import { type AnsweredCall, resultText, textContent } from './result-text.ts';

// No result of these has structured content: that would have to fit the tool's output schema.

/** Writes the result of a tool that failed; what its author wrote for developers stays here. */
export function encodeFailed(failure: EncodedFailure, call: AnsweredCall, outcome: OutcomeBase): string {
  const { message, can_retry = false, retry_after_ms, additional_prompt_content } = failure;
  const error = { message, can_retry, retry_after_ms, additional_prompt_content };
  const arcade = {
    errorKind: kindOf(failure),
    canRetry: can_retry,
    retryAfterMs: retry_after_ms,
    additionalPromptContent: additional_prompt_content,
  };
  return errorResult(textOf(failure), error, arcade, call, outcome);
}

/** Tells the model that the input does not fit, who can put it right; in every revision, whatever that asks for (ANS-03). */
export function encodeInvalid(outcome: InvalidOutcome, call: AnsweredCall): string {
  const { message, parameterErrors } = outcome;
  const lines = Object.entries(parameterErrors).map(([name, problem]) => `${name}: ${problem}`);
  const text = [message, ...lines].join('\n');
  const error = { message, can_retry: false, parameter_errors: parameterErrors };
  const arcade = { errorKind: 'TOOL_RUNTIME_BAD_INPUT_VALUE', canRetry: false, statusCode: 400 };
  return errorResult(text, error, arcade, call, outcome);
}

/** Writes a result that tells of an error in words, and in what Open Tool Calling and Arcade call them. */
export function errorResult(
  text: string,
  error: object,
  arcade: object,
  call: AnsweredCall,
  outcome: OutcomeBase,
): string {
  return resultText(call, outcome, {
    content: textContent(text),
    isError: true,
    detail: () => `"kind":"none","error":${JSON.stringify(error)}`,
    meta: () => `,"arcade":${JSON.stringify(arcade)}`,
  });
}

// What a model must know to act: what went wrong, what to change, and when to try again.
function textOf({ message, additional_prompt_content, can_retry, retry_after_ms }: EncodedFailure): string {
  const parts = [message];
  if (additional_prompt_content !== undefined) parts.push(additional_prompt_content);
  if (can_retry === true) {
    parts.push(`The call may be tried again${retry_after_ms === undefined ? '' : ` in ${inWords(retry_after_ms)}`}.`);
  }
  return parts.join('\n\n');
}

function inWords(ms: number): string {
  if (ms < 1000) return `${ms} ms`;
  const seconds = Math.ceil(ms / 1000);
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

// As Arcade's own workers derive it.
function kindOf({ can_retry, additional_prompt_content }: EncodedFailure): string {
  if (can_retry === true) return 'TOOL_RUNTIME_RETRY';
  return additional_prompt_content === undefined ? 'TOOL_RUNTIME_FATAL' : 'TOOL_RUNTIME_CONTEXT_REQUIRED';
}
