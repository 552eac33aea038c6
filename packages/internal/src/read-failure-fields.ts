import { isObject } from './json-values.ts';
import { firstText } from './response-fields.ts';

/** The error fields that Open Tool Calling and Arcade share. */
export interface FailureFields {
  readonly message?: string;
  readonly developerMessage?: string;
  readonly canRetry?: boolean;
  readonly additionalPromptContent?: string;
  readonly retryAfterMs?: number;
}

/** Reads the error of a response. Fields of the wrong type and empty strings count as absent. */
export function readFailureFields(error: unknown): FailureFields {
  const fields = isObject(error) ? error : { message: error };
  const message = firstText(fields['message']);
  const developerMessage = firstText(fields['developer_message']);
  const additionalPromptContent = firstText(fields['additional_prompt_content']);
  const { can_retry: canRetry, retry_after_ms: retryAfterMs } = fields;
  return {
    ...(message !== undefined && { message }),
    ...(developerMessage !== undefined && { developerMessage }),
    ...(typeof canRetry === 'boolean' && { canRetry }),
    ...(additionalPromptContent !== undefined && { additionalPromptContent }),
    ...(typeof retryAfterMs === 'number' && retryAfterMs >= 0 && { retryAfterMs }),
  };
}
