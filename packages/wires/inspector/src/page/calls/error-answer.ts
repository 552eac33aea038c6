import { type JsonFields, textOf } from '../json.ts';
import type { Answer } from './run.ts';

/** Reads an error with its hints, as Open Tool Calling and Arcade write it. */
export function errorAnswer(kind: 'failed' | 'refused', error: JsonFields): Answer {
  const { can_retry: canRetry, retry_after_ms: retryAfterMs, missing_requirements: missing } = error;
  const developerMessage = textOf(error, 'developer_message');
  const advice = textOf(error, 'additional_prompt_content');
  return {
    kind,
    message: textOf(error, 'message') ?? 'The server gave no reason.',
    ...(developerMessage !== undefined && { developerMessage }),
    ...(advice !== undefined && { advice }),
    ...(typeof canRetry === 'boolean' && { canRetry }),
    ...(typeof retryAfterMs === 'number' && { retryAfterMs }),
    ...(missing !== undefined && { value: missing }),
  };
}
