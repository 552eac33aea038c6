import type { Call, ToolInfo } from '@toolwire/core';
import { checkNames, type NamesOf } from '@toolwire/internal';
import { readPaths } from '../redacted-fields.ts';
import { createRedactorFor } from '../redactor.ts';
import { sensitiveValues } from '../schema-marked-values.ts';
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
    const secrets = [...findSecrets(call, tool), ...sensitiveValues(tool.outputSchema, content)];
    return createRedactorFor(read, secrets).value(content);
  };
}
