import type { Call, MaybePromise, Outcome, Stage } from '@toolwire/core';
import { checkNames, isPromise, type NamesOf } from '@toolwire/internal';
import type { Logger, LogLevel } from '../logger.ts';
import { readPaths } from '../redaction-paths.ts';
import { redactorOf } from '../redactor.ts';
import { levelOf, recordOf, sentences } from './call-record.ts';
import { createSecretsOf } from './call-secrets.ts';

/** Where records of calls go. */
export interface LogOptions {
  /** pino, `prettyLogger()`, or any logger of that shape. */
  readonly logger: Logger;
  /** How much the end of a call matters; nothing is written where this says `undefined`. By its outcome, if left out. */
  readonly level?: ((outcome: Outcome, call: Call) => LogLevel | undefined) | undefined;
  /** Fields to mask in each record, such as `principalId`; the tokens and secrets of the call are masked anyway. */
  readonly paths?: readonly string[] | undefined;
}

// Tells a server that time-outs are recorded here, so that it does not warn of them as well.
const recordsCalls = Symbol.for('toolwire.records-calls');

const optionNames: NamesOf<LogOptions> = { logger: true, level: true, paths: true };

/** Writes one record about each call when it ends. Stands in `use`, behind `trace` where there is one. */
export function log(options: LogOptions): Stage<Call> {
  checkNames('log()', options, optionNames);
  const { logger, level = levelOf, paths = [] } = options;
  const fields = readPaths(paths);
  const secretsOf = createSecretsOf();
  const ofNoSecrets = redactorOf(fields, []);

  const write = (call: Call, outcome: Outcome, ms: number): void => {
    const chosen = level(outcome, call);
    if (chosen === undefined || logger.isLevelEnabled?.(chosen) === false) return;
    const secrets = secretsOf(call, outcome.tool);
    const redactor = secrets.length === 0 ? ofNoSecrets : redactorOf(fields, secrets);
    const record = recordOf(call, outcome, ms, redactor.text);
    logger[chosen](paths.length === 0 ? record : redactor.fields(record), sentences[outcome.kind]);
  };
  const stage: Stage<Call> = (call, next) => {
    const startedAt = performance.now();
    const conclude = (outcome: Outcome): Outcome => {
      try {
        write(call, outcome, performance.now() - startedAt);
      } catch {
        // A log that cannot be written must not cost the caller the answer.
      }
      return outcome;
    };
    // A stage that throws is a bug, which the pipeline answers as `internal`.
    const throwOn = (thrown: unknown): never => {
      conclude({ kind: 'refused', code: 'internal', message: 'A stage threw' });
      throw thrown;
    };
    let outcome: MaybePromise<Outcome>;
    try {
      outcome = next();
    } catch (thrown) {
      return throwOn(thrown);
    }
    return isPromise(outcome) ? outcome.then(conclude, throwOn) : conclude(outcome);
  };
  return Object.assign(stage, { [recordsCalls]: true });
}
