import type { Outcome } from '@toolwire/core';
import type { LogLevel } from '../logger.ts';

/** Returns the level of an outcome: `error` for unexpected errors, invalid output, timeouts and server bugs, `warn` for other failures. */
export function levelOf(outcome: Outcome): LogLevel {
  switch (outcome.kind) {
    case 'failed': {
      const { reason } = outcome;
      return reason === 'unexpected' || reason === 'bad_output' || reason === 'timeout' ? 'error' : 'warn';
    }
    case 'refused':
      return outcome.code === 'internal' ? 'error' : 'warn';
    case 'invalid':
      return 'warn';
    case 'value':
    case 'artifact':
    case 'deferred':
    case 'input_required':
      return 'info';
  }
}

/** Fixed messages, so that lines can be grouped. */
export const messageOf: Readonly<Record<Outcome['kind'], string>> = {
  value: 'A call succeeded',
  artifact: 'A call returned an artifact',
  failed: 'A tool failed',
  invalid: 'The input of a call was invalid',
  refused: 'A call was refused',
  input_required: 'A tool requested input',
  deferred: 'A call continues as a task',
};
