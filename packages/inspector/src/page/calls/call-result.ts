import { isContent } from '@toolwire/core/internal';
import { type FailureFields, readFailureFields } from '@toolwire/internal';
import { entriesOf, fieldsOf, isFields, type Json, type JsonFields, textOf, wordOf } from '../json.ts';

/** The result of a call, in one form for all protocols. */
export interface CallResult {
  readonly kind: 'value' | 'failed' | 'invalid' | 'refused' | 'cancelled' | 'broken';
  readonly value?: Json | undefined;
  /** The blocks of a result over MCP. */
  readonly content?: readonly Json[];
  readonly artifact?: { readonly url: string; readonly contentType: string } | undefined;
  readonly message?: string;
  readonly developerMessage?: string;
  readonly parameterErrors?: Readonly<Record<string, string>> | undefined;
  readonly canRetry?: boolean;
  readonly retryAfterMs?: number;
  /** Advice for the model before a retry. */
  readonly advice?: string | undefined;
}

/** Shown for a failure without a message. */
export const noReason = 'The server gave no reason.';

/** Reads a response without a result. Its body may be an error of Open Tool Calling or Arcade. */
export function refusedResult(status: number, body: Json | undefined): CallResult {
  return errorResult('refused', isFields(body) ? body : { message: `The server responded with status ${status}.` });
}

/** Reads an error of Open Tool Calling or Arcade. */
export function errorResult(kind: 'failed' | 'refused', error: JsonFields): CallResult {
  return { ...failureResult(kind, readFailureFields(error)), value: error['missing_requirements'] };
}

/** Returns a result with the fields of a failure. */
export function failureResult(kind: 'failed' | 'invalid' | 'refused', failure: FailureFields): CallResult {
  const { additionalPromptContent: advice, ...fields } = failure;
  return { kind, message: noReason, ...fields, advice };
}

/** Reads the file of a result; `undefined` without one. */
export function readArtifact(result: Json): CallResult['artifact'] {
  const artifact = fieldsOf(result, 'artifact');
  const url = textOf(artifact, 'url');
  const contentType = textOf(artifact, 'content_type');
  return url === undefined || contentType === undefined ? undefined : { url, contentType };
}

/** Reads the errors by parameter. */
export function errorTexts(errors: JsonFields): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(errors).map(([name, text]) => [name, wordOf(text)]));
}

/** Returns the content blocks of a result without another value. MCP sends them next to the value, other protocols in it. */
export function contentOf({ value = null, content }: CallResult): readonly Json[] | undefined {
  const blocks = isContent(value) ? entriesOf(value, 'content') : [];
  if (blocks.length > 0) return blocks;
  const isOnlyContent = value === null || typeof value === 'string';
  return isOnlyContent && content?.some((block) => textOf(block, 'type') !== 'text') === true ? content : undefined;
}

/** The kind of Arcade's errors for invalid input, which MCP results have too. */
export const badInput = 'TOOL_RUNTIME_BAD_INPUT_VALUE';

/** Returns the texts of content blocks as one text; `undefined` without any. */
export function joinTexts(content: readonly Json[]): string | undefined {
  const texts = content.flatMap((block) => textOf(block, 'text') ?? []);
  return texts.length === 0 ? undefined : texts.join('\n');
}
