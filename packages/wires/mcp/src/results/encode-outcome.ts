import type { ArtifactOutcome, JsonValue, Outcome, ValueOutcome } from '@toolwire/core';
import { isContent } from '@toolwire/core/wire';
import { encodeFailure } from '@toolwire/errors';
import { valueText } from '@toolwire/internal';
import type { Reply } from '../rpc/json-rpc.ts';
import { type OutputShape, outputShape } from '../schema/wrap-schema.ts';
import { encodeArtifact, encodeBlocks } from './encode-content.ts';
import { encodeFailed, encodeInvalid } from './encode-error-result.ts';
import { type AnsweredCall, resultText } from './result-text.ts';

/** How a run ended; refusals and questions are told by each era in its own way. */
export type RunOutcome = Exclude<Outcome, { readonly kind: 'refused' | 'input_required' }>;

/** Writes what came of a call. */
export function encodeOutcome(outcome: RunOutcome, call: AnsweredCall): Reply {
  switch (outcome.kind) {
    case 'value':
      return { result: encodeValue(outcome, call) };
    case 'artifact': {
      const content = JSON.stringify(encodeArtifact(outcome, call.dialect, call.artifactLinks));
      return { result: resultText(call, outcome, { content, detail: () => artifactDetail(outcome) }) };
    }
    case 'failed':
      return { result: encodeFailed(encodeFailure(outcome.failure), call, outcome) };
    case 'invalid':
      return { result: encodeInvalid(outcome, call) };
    case 'deferred': {
      const message = 'The tool is still running. Call it again with the same call id to ask for its result.';
      const stillRunning = { message, can_retry: true, retry_after_ms: outcome.task.pollAfterMs };
      return { result: encodeFailed(stillRunning, call, outcome) };
    }
  }
}

// The value is written once, and its text quoted once.
function encodeValue(outcome: ValueOutcome, call: AnsweredCall): string {
  const { value, tool } = outcome;
  const { structured } = call.dialect;
  const shape = outputShape(tool === undefined ? {} : tool.outputSchema);
  if (shape === 'nothing' && value === null) {
    return resultText(call, outcome, { content: '[]', detail: () => '"kind":"none"' });
  }
  if ((shape === 'anything' || shape === 'nothing') && isContent(value)) {
    const content = JSON.stringify(encodeBlocks(value.content, call.dialect));
    return resultText(call, outcome, { content, detail: () => '"kind":"object","blocks":true' });
  }
  const kind = kindOf(value);
  const json = valueText(value);
  // A string is sent as it is: that is what a model should read.
  const content = `[{"type":"text","text":${kind === 'string' ? json : valueText(json)}}]`;
  const detail = (): string => `"kind":"${kind}"`;
  // ANS-01: a text that no listed schema describes is a text, and nothing else beside it.
  if (structured === 'none' || (kind === 'string' && !isListed(shape))) {
    return resultText(call, outcome, { content, detail });
  }
  if (structured === 'objects' && (shape === 'other' || kind !== 'object')) {
    const wrapped = (): string => `${detail()},"wrapped":true`;
    return resultText(call, outcome, { content, structured: `{"result":${json}}`, detail: wrapped });
  }
  // MCP-CALL-02: the value has passed the schema that is listed.
  return resultText(call, outcome, { content, structured: json, detail });
}

function artifactDetail({ artifact }: ArtifactOutcome): string {
  const { url, contentType, size, description, name } = artifact;
  const told = { url, content_type: contentType, size, name, meta: { description } };
  return `"kind":"none","artifact":${JSON.stringify(told)}`;
}

function isListed(shape: OutputShape): boolean {
  return shape === 'object' || shape === 'other';
}

function kindOf(value: JsonValue): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
