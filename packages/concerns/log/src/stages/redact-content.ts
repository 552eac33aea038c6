import type { Call, ToolInfo } from '@toolwire/core';
import { checkNames, type NamesOf } from '@toolwire/internal';
import { readPaths } from '../redaction-paths.ts';
import { redactorOf } from '../redactor.ts';
import { sensitiveValues } from '../sensitive-values.ts';
import { createSecretsOf } from './call-secrets.ts';

/** What to mask in arguments and results. */
export interface RedactContentOptions {
  /** Fields to mask besides those that are always masked and those that the schemas of a tool mark. */
  readonly paths?: readonly string[] | undefined;
}

const optionNames: NamesOf<RedactContentOptions> = { paths: true };

/** Masks arguments and results for those who have asked to see them, as `trace({ content: redactContent() })` of `@toolwire/trace` does. */
export function redactContent(
  options: RedactContentOptions = {},
): (content: unknown, of: { readonly call: Call; readonly tool: ToolInfo }) => unknown {
  checkNames('redactContent()', options, optionNames);
  const { paths } = options;
  const read = readPaths(paths);
  const secretsOf = createSecretsOf();
  return (content, { call, tool }) => {
    const secrets = [...secretsOf(call, tool), ...sensitiveValues(tool.outputSchema, content)];
    return redactorOf(read, secrets).value(content);
  };
}
