import type { Call, Outcome, Stage } from '@toolwire/core';
import { callLogMark, checkNames, createRedactorFor, type NamesOf, observeResult } from '@toolwire/internal';
import type { Logger } from '../logger.ts';
import { readPaths } from '../redactor.ts';
import { createRecord, levelOf, messageOf } from './call-record.ts';
import { createSecretFinder } from './call-secrets.ts';

/** Options of `log()`. */
export interface LogOptions {
  /** pino, `prettyLogger()`, or any logger with pino's interface. */
  readonly logger: Logger;
  /** Additional fields to mask, for example `principalId`; tokens and secrets of the call are always masked. */
  readonly paths?: readonly string[] | undefined;
}

const optionNames: NamesOf<LogOptions> = { logger: true, paths: true };

/** Writes one record per call when it ends. Use it in `use`, after `trace`. */
export function log(options: LogOptions): Stage<Call> {
  checkNames('log()', options, optionNames);
  const { logger, paths = [] } = options;
  const redactedFields = readPaths(paths);
  const findSecrets = createSecretFinder();
  const defaultRedactor = createRedactorFor(redactedFields, []);

  const write = (call: Call, outcome: Outcome, durationMs: number): void => {
    const level = levelOf(outcome);
    if (logger.isLevelEnabled?.(level) === false) return;
    const secrets = findSecrets(call, outcome.tool);
    const redactor = secrets.length === 0 ? defaultRedactor : createRedactorFor(redactedFields, secrets);
    const record = createRecord(call, outcome, durationMs, redactor.text);
    logger[level](paths.length === 0 ? record : redactor.fields(record), messageOf[outcome.kind]);
  };
  const stage: Stage<Call> = (call, next) => {
    const startedAt = performance.now();
    const conclude = (outcome: Outcome): void => {
      try {
        write(call, outcome, performance.now() - startedAt);
      } catch {
        // A failing log must not affect the response.
      }
    };
    // A throwing stage is a bug, which the pipeline reports as `internal`.
    return observeResult(next, conclude, () =>
      conclude({ kind: 'refused', code: 'internal', message: 'Middleware threw an exception' }),
    );
  };
  // The server does not log the timeouts of such a stage.
  return Object.assign(stage, { [callLogMark]: true });
}
