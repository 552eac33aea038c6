import { readFailureFields } from '@toolwire/internal';
import { entriesOf, fieldsOf, isFields, type Json, type JsonFields, textOf } from '../json.ts';
import {
  badInput,
  type CallResult,
  errorTexts,
  failureResult,
  joinTexts,
  noReason,
  readArtifact,
  refusedResult,
} from './call-result.ts';

/** The key in `_meta` that requests and contains the outcome of a toolwire server. */
export const resultKey = 'org.opentoolcalling/result';

/** Reads the tool result in a JSON-RPC response. */
export function readResponse(json: Json | undefined, status: number): CallResult {
  const { error, result } = isFields(json) ? json : {};
  if (isFields(error)) {
    return {
      kind: 'refused',
      message: textOf(error, 'message') ?? noReason,
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
