import type { Checked, ContentBlock, JsonValue } from '@toolwire/core';
import { isContent } from '@toolwire/core/internal';
import { toJsonValue } from '@toolwire/validate';

/** A result that can't be sent. */
export type RejectedOutput = Checked & { readonly ok: false };

type CheckedContent = { readonly ok: true; readonly content: readonly ContentBlock[] } | RejectedOutput;

/** Copies content blocks as JSON. Their size and the size of their value are limited together. */
export function checkContent(content: unknown, value: JsonValue, outputBytes: number): CheckedContent {
  const copied = toJsonValue({ content, value }, { maxBytes: outputBytes });
  if (!copied.ok) {
    const { kind, message } = copied.problem;
    return kind === 'too_large'
      ? rejected('The tool returned a value that is too large.', message, kind)
      : rejected('The tool returned content that is not valid JSON.', message);
  }
  const { content: blocks = null } = copied.value as Readonly<Record<string, JsonValue>>;
  const sent = { content: blocks };
  if (isContent(sent)) return { ok: true, content: sent.content };
  return rejected(
    'The tool returned an invalid content block.',
    "Each block must be a string or a block of MCP, such as { type: 'text', text }.",
  );
}

function rejected(message: string, detail: string, reason?: 'too_large'): RejectedOutput {
  return { ok: false, message, detail, parameterErrors: {}, reason };
}
