import type { CallResult } from '@toolwire/client';
import { type Fields, isObject } from '@toolwire/internal';

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Reads what a call over MCP came to, by what a server of toolwire tells of it beside what MCP has a place for. */
export function readMcpResult(
  result: unknown,
  facts: { readonly callId: string; readonly attempts: number },
): CallResult {
  if (!isObject(result)) {
    const message = 'The server answered with no result.';
    return { ...facts, kind: 'refused', code: 'bad_answer', message, ran: 'unknown', canRetry: false };
  }
  const meta = isObject(result['_meta']) ? result['_meta']['org.opentoolcalling/result'] : undefined;
  const told = isObject(meta) ? meta : {};
  if (result['isError'] !== true) return { ...facts, kind: 'value', value: valueOf(result, told['wrapped'] === true) };
  const error = isObject(told['error']) ? told['error'] : {};
  const { retry_after_ms: retryAfterMs, parameter_errors: parameterErrors } = error;
  const message = textOf(error['message']) ?? textIn(result);
  if (isObject(parameterErrors)) {
    const texts = Object.entries(parameterErrors).map(([name, text]) => [name, String(text)] as const);
    return { ...facts, kind: 'invalid', message, parameterErrors: Object.fromEntries(texts) };
  }
  const additionalPromptContent = textOf(error['additional_prompt_content']);
  return {
    ...facts,
    kind: 'failed',
    failure: {
      message,
      canRetry: error['can_retry'] === true,
      ...(additionalPromptContent !== undefined && { additionalPromptContent }),
      ...(typeof retryAfterMs === 'number' && { retryAfterMs }),
    },
  };
}

/** What a tool returned: structured, or the one text that there is, or all of its content. */
function valueOf({ structuredContent, content }: Fields, isWrapped: boolean): unknown {
  if (isWrapped && isObject(structuredContent)) return structuredContent['result'];
  if (structuredContent !== undefined) return structuredContent;
  const [only, ...others] = Array.isArray(content) ? (content as readonly unknown[]) : [];
  return isObject(only) && others.length === 0 && only['type'] === 'text' ? only['text'] : (content ?? null);
}

function textIn({ content }: Fields): string {
  const blocks = Array.isArray(content) ? content.filter(isObject) : [];
  return blocks.flatMap(({ text }) => (typeof text === 'string' ? [text] : [])).join('\n') || 'The tool failed.';
}
