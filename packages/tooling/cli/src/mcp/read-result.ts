import type { CallResult } from '@toolwire/client';
import { type Fields, firstText, isObject, listOf, readConfirmation, toDelayMs } from '@toolwire/internal';
import { resultMetaKey } from '@toolwire/mcp/internal';

/** Converts the result of an MCP call, with the details that a toolwire server adds in `_meta`. */
export function readResult(result: unknown, base: { readonly callId: string; readonly attempts: number }): CallResult {
  if (!isObject(result)) {
    const message = 'The response has no result.';
    return { ...base, kind: 'refused', code: 'invalid_response', message, ran: 'unknown', canRetry: false };
  }
  const meta = isObject(result['_meta']) ? result['_meta'][resultMetaKey] : undefined;
  const details = isObject(meta) ? meta : {};
  if (result['isError'] !== true) {
    return { ...base, kind: 'value', value: valueOf(result, details['wrapped'] === true) };
  }
  const error = isObject(details['error']) ? details['error'] : {};
  const { parameter_errors: parameterErrors } = error;
  const retryAfterMs = toDelayMs(error['retry_after_ms']);
  const message = firstText(error['message']) ?? textIn(result);
  if (isObject(parameterErrors)) {
    const texts = Object.entries(parameterErrors).map(([name, text]) => [name, String(text)] as const);
    return { ...base, kind: 'invalid', message, parameterErrors: Object.fromEntries(texts) };
  }
  const additionalPromptContent = firstText(error['additional_prompt_content']);
  const confirmation = readConfirmation(error['confirmation']);
  return {
    ...base,
    kind: 'failed',
    failure: {
      message,
      canRetry: error['can_retry'] === true,
      ...(additionalPromptContent !== undefined && { additionalPromptContent }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
      ...(confirmation !== undefined && { confirmation }),
    },
  };
}

/** Returns the structured content, or the only text, or all content blocks. */
function valueOf({ structuredContent, content }: Fields, isWrapped: boolean): unknown {
  if (isWrapped && isObject(structuredContent)) return structuredContent['result'];
  if (structuredContent !== undefined) return structuredContent;
  const [only, ...others] = Array.isArray(content) ? (content as readonly unknown[]) : [];
  return isObject(only) && others.length === 0 && only['type'] === 'text' ? only['text'] : (content ?? null);
}

function textIn({ content }: Fields): string {
  const blocks = listOf(content).filter(isObject);
  return blocks.flatMap(({ text }) => (typeof text === 'string' ? [text] : [])).join('\n') || 'The tool failed.';
}
