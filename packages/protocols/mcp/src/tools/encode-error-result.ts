import type { InvalidOutcome, OutcomeBase } from '@toolwire/core';
import { type Confirmation, encodeConfirmation } from '@toolwire/core/internal';
import type { EncodedFailure } from '@toolwire/errors';
import { arcadeErrorKind, formatWait } from '@toolwire/internal';
import { type ResultContext, resultText, textContent } from './encode-result.ts';

// These results have no structured content, since it would have to match the output schema.

/** Encodes the result of a failed tool. Messages for developers are left out. */
export function encodeFailed(
  failure: EncodedFailure,
  call: ResultContext,
  outcome: OutcomeBase & { readonly confirmation?: Confirmation },
): string {
  const { message, can_retry = false, retry_after_ms, additional_prompt_content } = failure;
  const { confirmation } = outcome;
  const error = {
    message,
    can_retry,
    retry_after_ms,
    additional_prompt_content,
    ...(confirmation && { confirmation: encodeConfirmation(confirmation) }),
  };
  const arcade = {
    errorKind: arcadeErrorKind(failure),
    canRetry: can_retry,
    retryAfterMs: retry_after_ms,
    additionalPromptContent: additional_prompt_content,
  };
  return errorResult({ text: failureText(failure), error, arcade }, call, outcome);
}

/** Encodes invalid input as a result in every revision, so that the model can correct it. ANS-03 */
export function encodeInvalid(outcome: InvalidOutcome, call: ResultContext): string {
  const { message, parameterErrors } = outcome;
  const lines = Object.entries(parameterErrors).map(([name, problem]) => `${name}: ${problem}`);
  const text = [message, ...lines].join('\n');
  const error = { message, can_retry: false, parameter_errors: parameterErrors };
  const arcade = { errorKind: 'TOOL_RUNTIME_BAD_INPUT_VALUE', canRetry: false, statusCode: 400 };
  return errorResult({ text, error, arcade }, call, outcome);
}

/** An error as text for the model, and its details in Open Tool Calling and Arcade. */
interface ErrorForms {
  readonly text: string;
  readonly error: object;
  readonly arcade: object;
}

/** Encodes an error result. */
export function errorResult({ text, error, arcade }: ErrorForms, call: ResultContext, outcome: OutcomeBase): string {
  return resultText(call, outcome, {
    content: textContent(text),
    isError: true,
    detail: () => `"kind":"none","error":${JSON.stringify(error)}`,
    meta: () => `,"arcade":${JSON.stringify(arcade)}`,
  });
}

// What a model needs to act: the problem, what to change, and when to retry.
function failureText({ message, additional_prompt_content, can_retry, retry_after_ms }: EncodedFailure): string {
  const sentences = [message];
  if (additional_prompt_content !== undefined) sentences.push(additional_prompt_content);
  if (can_retry === true) {
    sentences.push(
      `The call may be tried again${retry_after_ms === undefined ? '' : ` in ${formatDelay(retry_after_ms)}`}.`,
    );
  }
  return sentences.join('\n\n');
}

function formatDelay(ms: number): string {
  return ms < 1000 ? `${ms} ms` : formatWait(ms);
}
