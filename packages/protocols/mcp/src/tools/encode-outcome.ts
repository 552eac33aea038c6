import type { ArtifactOutcome, JsonValue, Outcome, ValueOutcome } from '@toolwire/core';
import { describeDeferral, isContent } from '@toolwire/core/internal';
import { encodeFailure } from '@toolwire/errors';
import { stringifyValue } from '@toolwire/internal';
import { encodeFailed, encodeInvalid } from './encode-error-result.ts';
import {
  encodeArtifactContent,
  encodeBlocks,
  encodeValueContent,
  type ResultContext,
  resultText,
  valueText,
} from './encode-result.ts';
import { isListed, outputShape, wrapsValue, wrapValue } from './wrap-output.ts';

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
      const stillRunning = {
        message: describeDeferral(outcome),
        can_retry: true,
        retry_after_ms: outcome.task.pollAfterMs,
        additional_prompt_content: 'Call it again with the same call ID to get its result.',
      };
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
  if (wrapsValue(call.revision, shape, kind === 'object')) {
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
