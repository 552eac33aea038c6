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
  return { kind, message: 'The server gave no reason.', ...fields, advice };
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

/** The key in `_meta` that requests and contains the outcome of a toolwire server. */
export const resultKey = 'org.opentoolcalling/result';

/** The kind of Arcade's errors for invalid input, which MCP results have too. */
export const badInput = 'TOOL_RUNTIME_BAD_INPUT_VALUE';

/** Reads the tool result in a JSON-RPC response. */
export function readResponse(json: Json | undefined, status: number): CallResult {
  const { error, result } = isFields(json) ? json : {};
  if (isFields(error)) {
    return {
      kind: 'refused',
      message: textOf(error, 'message') ?? 'The server gave no reason.',
      value: error['data'],
    };
  }
  if (isFields(result)) return readToolResult(result);
  return status === 200
    ? { kind: 'broken', message: 'The response ended before the result.' }
    : refusedResult(status, undefined);
}

/** Reads the result of a tool. */
export function readToolResult(result: JsonFields): CallResult {
  const content = entriesOf(result, 'content');
  const outcome = fieldsOf(fieldsOf(result, '_meta'), resultKey);
  if (result['isError'] === true) return readToolError(result, content, fieldsOf(outcome, 'error'));
  return {
    kind: 'value',
    value: valueOf(result, content, outcome) ?? null,
    content,
    artifact: readArtifact(outcome),
  };
}

function readToolError(result: JsonFields, content: readonly Json[], error: JsonFields): CallResult {
  const { parameter_errors: errors } = error;
  const parameterErrors = isFields(errors) ? errorTexts(errors) : undefined;
  const isInvalid = textOf(fieldsOf(fieldsOf(result, '_meta'), 'arcade'), 'errorKind') === badInput;
  const kind = isInvalid || parameterErrors !== undefined ? 'invalid' : 'failed';
  return {
    ...failureResult(kind, { message: joinTexts(content) ?? '', ...readFailureFields(error) }),
    parameterErrors,
  };
}

/** Returns the structured value, without the object that MCP before 2026-07-28 needs around other values; otherwise the text. */
function valueOf({ structuredContent }: JsonFields, content: readonly Json[], outcome: JsonFields): Json | undefined {
  if (structuredContent !== undefined) {
    return outcome['wrapped'] === true && isFields(structuredContent) ? structuredContent['result'] : structuredContent;
  }
  return joinTexts(content);
}

/** Returns the texts of content blocks as one text; `undefined` without any. */
export function joinTexts(content: readonly Json[]): string | undefined {
  const texts = content.flatMap((block) => textOf(block, 'text') ?? []);
  return texts.length === 0 ? undefined : texts.join('\n');
}
