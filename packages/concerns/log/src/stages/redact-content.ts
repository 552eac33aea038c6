import type { Call, ToolInfo } from '@toolwire/core';
import { mask } from '@toolwire/internal';
import { createRedactor } from '../redactor.ts';
import { maxSensitiveValues, sensitiveValues } from '../schema-marked-values.ts';
import { createSecretFinder } from './call-secrets.ts';

/** Masks arguments and results for tracing: `trace({ content: redactContent() })` of `@toolwire/trace`. */
export function redactContent(): (content: unknown, of: { readonly call: Call; readonly tool: ToolInfo }) => unknown {
  const findSecrets = createSecretFinder();
  return (content, { call, tool }) => {
    const marked = sensitiveValues(content === call.input ? tool.inputSchema : tool.outputSchema, content);
    // Others may follow, which were not found.
    if (marked.length >= maxSensitiveValues) return mask;
    return createRedactor({ secrets: [...findSecrets(call, tool), ...marked] }).value(content);
  };
}
