import type {
  ArtifactOutcome,
  InvalidOutcome,
  JsonObject,
  JsonValue,
  Outcome,
  OutcomeBase,
  ValueOutcome,
} from '@toolwire/core';
import { type Confirmation, describeDeferral, encodeConfirmation, isContent } from '@toolwire/core/internal';
import { type EncodedFailure, encodeFailure } from '@toolwire/errors';
import { arcadeErrorKind, formatWait, stringifyValue } from '@toolwire/internal';
import { findRevision, type McpRevision } from '../json-rpc/revisions.ts';
import {
  encodeArtifactContent,
  encodeBlocks,
  encodeValueContent,
  type ResultContext,
  resultText,
  textContent,
  valueText,
} from './encode-result.ts';
import { isListed, isValueWrapped, outputShape, wrapValue } from './wrapped-output.ts';

/** The outcomes that both eras encode the same way. Each era encodes refusals and input requests itself. */
export type RunOutcome = Exclude<Outcome, { readonly kind: 'refused' | 'input_required' }>;

/** Encodes the outcome of a call as the result of its request. */
export function encodeOutcome(outcome: RunOutcome, call: ResultContext): { readonly result: string } {
  switch (outcome.kind) {
    case 'value':
      return { result: encodeValue(outcome, call) };
    case 'artifact': {
      const content = JSON.stringify(encodeArtifactContent(outcome, call.revision, call.artifactLinks));
      return { result: resultText(call, outcome, { content, detail: () => artifactDetail(outcome) }) };
    }
    case 'failed':
      return { result: encodeFailed(encodeFailure(outcome.failure), call, outcome) };
    case 'invalid':
      return { result: encodeInvalid(outcome, call) };
    case 'deferred': {
      const stillRunning = encodeFailure({
        message: describeDeferral(outcome),
        canRetry: true,
        retryAfterMs: outcome.task.pollAfterMs,
        additionalPromptContent: 'Call it again with the same call ID to get its result.',
      });
      return { result: encodeFailed(stillRunning, call, outcome) };
    }
  }
}

// The value is serialized once, and its text is escaped once.
function encodeValue(outcome: ValueOutcome, call: ResultContext): string {
  const { value, tool } = outcome;
  const { structured } = call.revision;
  const shape = outputShape(tool === undefined ? {} : tool.outputSchema);
  if (shape === 'nothing' && value === null) {
    const content = JSON.stringify(encodeBlocks(outcome.content ?? [], call.revision));
    return resultText(call, outcome, { content, detail: () => '"kind":"none"' });
  }
  if ((shape === 'anything' || shape === 'nothing') && outcome.content === undefined && isContent(value)) {
    const content = JSON.stringify(encodeBlocks(value.content, call.revision));
    return resultText(call, outcome, { content, detail: () => '"kind":"object","blocks":true' });
  }
  const kind = kindOf(value);
  const json = stringifyValue(value);
  const detail = (): string => `"kind":"${kind}"`;
  // A string without a listed output schema has no structured content. ANS-01
  if (structured === 'none' || (kind === 'string' && !isListed(shape))) {
    const content = encodeValueContent(outcome, valueText(value, json, false), call.revision);
    return resultText(call, outcome, { content, detail });
  }
  const content = encodeValueContent(outcome, valueText(value, json, true), call.revision);
  if (isValueWrapped(call.revision, shape, kind === 'object')) {
    const wrapped = (): string => `${detail()},"wrapped":true`;
    return resultText(call, outcome, { content, structured: wrapValue(json), detail: wrapped });
  }
  // The value was validated against the listed schema. MCP-CALL-02
  return resultText(call, outcome, { content, structured: json, detail });
}

function artifactDetail({ artifact }: ArtifactOutcome): string {
  const { url, contentType, size, description, name } = artifact;
  const detail = { url, content_type: contentType, size, name, meta: { description } };
  return `"kind":"none","artifact":${JSON.stringify(detail)}`;
}

function kindOf(value: JsonValue): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

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
function encodeInvalid(outcome: InvalidOutcome, call: ResultContext): string {
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

/** An outcome that every revision of MCP can represent as a result. */
export type ToolResultOutcome = Extract<Outcome, { readonly kind: 'value' | 'failed' | 'artifact' }>;

/** Encodes an outcome as a `CallToolResult` with its Open Tool Calling details, for custom transports. */
export function toToolResult(
  outcome: ToolResultOutcome,
  callId: string,
  version: McpRevision = '2026-07-28',
): JsonObject {
  const revision = findRevision(version);
  if (revision === undefined) throw new TypeError(`Unknown MCP revision '${version}'.`);
  const { result } = encodeOutcome(outcome, {
    callId,
    revision,
    includesResultMeta: true,
    artifactLinks: true,
    callMeta: '',
  });
  return JSON.parse(result) as JsonObject;
}
