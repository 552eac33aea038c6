import type { Call, Stage, Tool } from '@toolwire/core';
import { checkNames, type NamesOf } from '@toolwire/internal';
import type { Logger } from '../logger.ts';
import { redactLogger } from '../redact-logger.ts';
import { readPaths } from '../redaction-paths.ts';
import { redactorOf } from '../redactor.ts';
import { createSecretsOf } from './call-secrets.ts';

/** Where the lines of tools go. */
export interface LogRunsOptions {
  /** pino, `prettyLogger()`, or any logger of that shape. */
  readonly logger: Logger;
  /** Fields to mask besides those that are always masked: `password` at any depth, `user.email` from the top. */
  readonly paths?: readonly string[] | undefined;
}

const optionNames: NamesOf<LogRunsOptions> = { logger: true, paths: true };

/** Gives tools a logger, as `context.log`, whose lines carry the call and the tool, and none of the call's secrets. Stands in `around`. */
export function logRuns(
  options: LogRunsOptions,
): Stage<Call & { readonly tool: Tool }, { readonly logger: Required<Logger> }> {
  checkNames('logRuns()', options, optionNames);
  const { logger, paths } = options;
  const read = readPaths(paths);
  const secretsOf = createSecretsOf();
  return (call, next) => {
    const { tool } = call;
    // Made ready when the tool writes its first line; most write none.
    const redactor = (): ReturnType<typeof redactorOf> => redactorOf(read, secretsOf(call, tool));
    const fields = { callId: call.callId, toolId: `${tool.id}@${tool.version}` };
    return next({ logger: redactLogger(logger, { redactor, fields }) });
  };
}
