import type { Call, Outcome } from '@toolwire/core';
import { firstCharacters } from '@toolwire/internal';
import { createRedactor, sensitiveValues } from '@toolwire/log';
import { redactContent } from '@toolwire/log/stage';

/** The maximum length of an input or a result that is sent. */
const maxContentLength = 20_000;

/** The input and the result of a call as JSON text, with secrets masked. */
export interface CallContent {
  readonly input?: string;
  readonly result: string;
}

/** Creates a function that reads the content of a call that has ended. */
export function createContentReader(): (call: Call, outcome: Outcome) => CallContent {
  const redact = redactContent();
  return (call, outcome) => {
    const { tool } = outcome;
    const result = describeOutcome(outcome);
    // Without a schema, secrets in the input cannot be found, so the input is not shown.
    if (tool === undefined) return { result: writeContent(result) };
    // Content may repeat a value that the output schema marks as sensitive.
    const secrets = outcome.kind === 'value' ? sensitiveValues(tool.outputSchema, outcome.value) : [];
    const maskedResult = createRedactor({ secrets }).value(result);
    return {
      input: writeContent(redact(call.input, { call, tool, part: 'arguments' })),
      result: writeContent(redact(maskedResult, { call, tool, part: 'result' })),
    };
  };
}

function writeContent(value: unknown): string {
  return cutJson(JSON.stringify(value, null, 2) ?? 'null', maxContentLength);
}

/** Cuts a JSON text that is too long to send to the page, and adds its length. */
export function cutJson(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${firstCharacters(text, maxLength)}\n… ${text.length} characters in all`;
}

/** Returns the part of an outcome that the caller received. */
function describeOutcome(outcome: Outcome): object {
  switch (outcome.kind) {
    case 'value':
      return { value: outcome.value, content: outcome.content };
    case 'failed':
      return { reason: outcome.reason, ...outcome.failure };
    case 'invalid':
      return { message: outcome.message, parameterErrors: { ...outcome.parameterErrors } };
    case 'refused':
      return { code: outcome.code, message: outcome.message, developerMessage: outcome.developerMessage };
    case 'input_required':
      return { requests: Object.keys(outcome.requests) };
    case 'deferred':
      return { task: outcome.task.id };
    case 'artifact':
      return { contentType: outcome.artifact.contentType, size: outcome.artifact.size };
  }
}
