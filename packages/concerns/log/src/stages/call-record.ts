import type { Call, Outcome } from '@toolwire/core';
import { cutText, maxIdLength, roundDuration } from '@toolwire/internal';
import type { LogLevel } from '../logger.ts';

/** The log record of a call, without empty fields. */
interface CallRecord {
  callId: string;
  /** The resolved tool and version, or the requested ID. */
  toolId: string;
  wire: string;
  outcome: Outcome['kind'];
  /** The duration of all stages. */
  durationMs: number;
  /** The duration of the handler. */
  toolMs?: number;
  principalId?: string;
  traceId?: string;
  replayed?: true;
  /** Why the call was refused, or why the tool failed. */
  reason?: string;
  canRetry?: boolean;
  retryAfterMs?: number;
  /** The names of invalid parameters. */
  parameters?: readonly string[];
  error?: string;
  developerMessage?: string;
}

const maxParameters = 20;

/** Creates the record of a call; `mask` is applied to all strings of callers and tools. */
export function createRecord(
  call: Call,
  outcome: Outcome,
  durationMs: number,
  mask: (text: string) => string,
): CallRecord {
  const { tool, durationMs: toolMs, replayed } = outcome;
  // Field by field, because spreads of optional fields are slow.
  const record: CallRecord = {
    callId: cutText(mask(call.callId), maxIdLength),
    toolId: tool === undefined ? cutText(mask(call.toolId), maxIdLength) : `${tool.id}@${tool.version}`,
    wire: call.wire,
    outcome: outcome.kind,
    durationMs: roundDuration(durationMs),
  };
  if (toolMs !== undefined) record.toolMs = roundDuration(toolMs);
  if (call.principal !== undefined) record.principalId = call.principal.id;
  if (call.traceId !== undefined) record.traceId = cutText(mask(call.traceId), maxIdLength);
  if (replayed === true) record.replayed = replayed;
  addDetails(record, outcome, mask);
  return record;
}

function addDetails(record: CallRecord, outcome: Outcome, mask: (text: string) => string): void {
  switch (outcome.kind) {
    case 'failed':
      if (outcome.reason !== undefined) record.reason = outcome.reason;
      if (outcome.failure.canRetry !== undefined) record.canRetry = outcome.failure.canRetry;
      addMessages(record, outcome.failure, mask);
      break;
    case 'refused':
      record.reason = outcome.code;
      addMessages(record, outcome, mask);
      break;
    case 'invalid':
      // Only the names, because the messages may quote the input.
      record.parameters = Object.keys(outcome.parameterErrors)
        .slice(0, maxParameters)
        .map((name) => cutText(mask(name), maxIdLength));
      break;
    case 'deferred':
      record.retryAfterMs = outcome.task.pollAfterMs;
      break;
    case 'value':
    case 'artifact':
    case 'input_required':
      break;
  }
}

interface Messages {
  readonly message: string;
  readonly developerMessage?: string;
  readonly retryAfterMs?: number;
}

function addMessages(
  record: CallRecord,
  { message, developerMessage, retryAfterMs }: Messages,
  mask: (text: string) => string,
): void {
  if (retryAfterMs !== undefined) record.retryAfterMs = retryAfterMs;
  record.error = mask(message);
  if (developerMessage !== undefined) record.developerMessage = mask(developerMessage);
}

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
