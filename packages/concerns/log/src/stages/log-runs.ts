import type { Call, Stage, Tool } from '@toolwire/core';
import { checkNames, createRedactorFor, type NamesOf, type Redactor } from '@toolwire/internal';
import { createRedactLogger, type Logger } from '../logger.ts';
import { readPaths } from '../redactor.ts';
import { createSecretFinder } from './call-secrets.ts';

/** Options of `logRuns()`. */
export interface LogRunsOptions {
  /** pino, `prettyLogger()`, or any logger with pino's interface. */
  readonly logger: Logger;
  /** Additional fields to mask: `password` at any depth, `user.email` from the root. */
  readonly paths?: readonly string[] | undefined;
}

const optionNames: NamesOf<LogRunsOptions> = { logger: true, paths: true };

/** Gives tools a logger as `context.log`, which adds the call and the tool and masks the call's secrets. Use it in `around`. */
export function logRuns(
  options: LogRunsOptions,
): Stage<Call & { readonly tool: Tool }, { readonly logger: Required<Logger> }> {
  checkNames('logRuns()', options, optionNames);
  const { logger, paths } = options;
  const redactedFields = readPaths(paths);
  const findSecrets = createSecretFinder();
  return (call, next) => {
    const { tool } = call;
    const fields = { callId: call.callId, toolId: `${tool.id}@${tool.version}` };
    // Most tools write no lines and need no redactor.
    const createRedactor = (): Redactor => createRedactorFor(redactedFields, findSecrets(call, tool));
    return next({ logger: createRedactLogger(logger, createRedactor, fields) });
  };
}
