import type { Call, ToolInfo } from '@toolwire/core';
import { mask } from '@toolwire/internal';
import { createRedactor } from '../redactor.ts';
import { maxSensitiveValues, sensitiveValues } from '../sensitive-values.ts';
import { createSecretFinder } from './call-secrets.ts';

/** The call that a content belongs to, and which part of the call it is. */
interface ContentSource {
  readonly call: Call;
  readonly tool: ToolInfo;
  readonly part: 'arguments' | 'result';
}

/**
 * Masks arguments and results for tracing: `trace({ content: redactContent() })` of `@toolwire/trace`. Masks the secrets of the call, the
 * values that the schemas of the tool mark as sensitive, and fields with the name of a secret.
 */
export function redactContent(): (content: unknown, of: ContentSource) => unknown {
  const findSecrets = createSecretFinder();
  return (content, { call, tool, part }) => {
    const marked = sensitiveValues(part === 'arguments' ? tool.inputSchema : tool.outputSchema, content);
    // The content may have more sensitive values, which were not found.
    if (marked.length >= maxSensitiveValues) return mask;
    return createRedactor({ secrets: [...findSecrets(call, tool), ...marked] }).value(content);
  };
}
