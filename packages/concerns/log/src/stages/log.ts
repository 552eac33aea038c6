import type { Call, Outcome, Stage } from '@toolwire/core';
import {
  callLogMark,
  checkFunction,
  checkNames,
  createRedactorFor,
  type NamesOf,
  observeResult,
} from '@toolwire/internal';
import type { Logger, LogLevel } from '../logger.ts';
import { readPaths } from '../redactor-options.ts';
import { createRecord, levelOf, messageOf } from './call-record.ts';
import { createSecretFinder } from './call-secrets.ts';

/** Options of `log()`. */
export interface LogOptions {
  /** pino, `prettyLogger()`, or any logger with pino's interface. */
  readonly logger: Logger;
  /** Returns the level of a record, or `undefined` to skip it; by default derived from the outcome. */
  readonly level?: ((outcome: Outcome, call: Call) => LogLevel | undefined) | undefined;
  /** Additional fields to mask, for example `principalId`; tokens and secrets of the call are always masked. */
  readonly paths?: readonly string[] | undefined;
}

const optionNames: NamesOf<LogOptions> = { logger: true, level: true, paths: true };

/** Writes one record per call when it ends. Use it in `use`, after `trace`. */
export function log(options: LogOptions): Stage<Call> {
  checkNames('log()', options, optionNames);
  const { logger, level = levelOf, paths = [] } = options;
  checkFunction('level', level, "level: ({ kind }) => (kind === 'value' ? 'debug' : 'warn')");
  const redactedFields = readPaths(paths);
  const findSecrets = createSecretFinder();
  const defaultRedactor = createRedactorFor(redactedFields, []);

  const write = (call: Call, outcome: Outcome, durationMs: number): void => {
    const recordLevel = level(outcome, call);
    if (recordLevel === undefined || logger.isLevelEnabled?.(recordLevel) === false) return;
    const secrets = findSecrets(call, outcome.tool);
    const redactor = secrets.length === 0 ? defaultRedactor : createRedactorFor(redactedFields, secrets);
    const record = createRecord(call, outcome, durationMs, redactor.text);
    logger[recordLevel](paths.length === 0 ? record : redactor.fields(record), messageOf[outcome.kind]);
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
