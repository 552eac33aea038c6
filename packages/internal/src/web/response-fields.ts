import { type Fields, isObject } from '../values/json-values.ts';

/** Returns the first string that is not empty. */
export function firstText(...values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && value !== '');
}

/** The required fields of an artifact in a response of Open Tool Calling or Arcade. */
export interface ArtifactFields extends Fields {
  readonly url: string;
  readonly content_type: string;
  readonly size: number;
}

/** Whether a value has the required fields of an artifact. */
export function isArtifact(value: unknown): value is ArtifactFields {
  if (!isObject(value)) return false;
  const { url, content_type: contentType, size } = value;
  return typeof url === 'string' && typeof contentType === 'string' && typeof size === 'number';
}

/** How to confirm a call that did not run. */
export interface ConfirmationFields {
  readonly code: string;
  readonly question: string;
  readonly token: string;
}

/** Reads how to confirm a call from the `confirmation` of an error; `undefined` if it is absent or invalid. */
export function readConfirmation(confirmation: unknown): ConfirmationFields | undefined {
  if (!isObject(confirmation)) return undefined;
  const { code, question, token } = confirmation;
  const isValid = typeof code === 'string' && typeof question === 'string' && typeof token === 'string';
  return isValid ? { code, question, token } : undefined;
}

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

/** Returns the result in a response of Open Tool Calling: in the wrapper of the standard's examples, the earlier one, or none (E03). */
export function unwrapResponse(body: unknown): Fields | undefined {
  if (!isObject(body)) return undefined;
  const wrapped = [body['result'], body['response']].filter(isObject);
  const wrapper = wrapped.find((candidate) => hasSome(resultMembers, candidate));
  if (wrapper !== undefined) return wrapper;
  // A flat response may have a field with this name next to its value.
  const isFlat = typeof body['success'] === 'boolean' && (wrapped.length === 0 || hasSome(endMembers, body));
  return isFlat ? body : undefined;
}

/** A result that has ended has one of these fields. */
const endMembers = ['value', 'error', 'output'];

/** Every result has at least one of these fields. */
const resultMembers = ['success', 'call_id', ...endMembers];

function hasSome(names: readonly string[], fields: Fields): boolean {
  return names.some((name) => Object.hasOwn(fields, name));
}
