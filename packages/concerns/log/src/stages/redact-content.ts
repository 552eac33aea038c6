import type { Call, ToolInfo } from '@toolwire/core';
import { checkNames, mask, type NamesOf } from '@toolwire/internal';
import { readPaths } from '../redacted-fields.ts';
import { createRedactorFor } from '../redactor.ts';
import { maxSensitiveValues, sensitiveValues } from '../schema-marked-values.ts';
import { createSecretFinder } from './call-secrets.ts';

/** Options of `redactContent()`. */
export interface RedactContentOptions {
  /** Additional fields to mask, besides the ones that the tool's schemas mark. */
  readonly paths?: readonly string[] | undefined;
}

const optionNames: NamesOf<RedactContentOptions> = { paths: true };

/** Masks arguments and results for tracing: `trace({ content: redactContent() })` of `@toolwire/trace`. */
export function redactContent(
  options: RedactContentOptions = {},
): (content: unknown, of: { readonly call: Call; readonly tool: ToolInfo }) => unknown {
  checkNames('redactContent()', options, optionNames);
  const { paths } = options;
  const read = readPaths(paths);
  const findSecrets = createSecretFinder();
  return (content, { call, tool }) => {
    const marked = sensitiveValues(content === call.input ? tool.inputSchema : tool.outputSchema, content);
    // Others may follow, which were not found.
    if (marked.length >= maxSensitiveValues) return mask;
    return createRedactorFor(read, [...findSecrets(call, tool), ...marked]).value(content);
  };
}
