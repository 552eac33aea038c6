import type { Call, Outcome } from '@toolwire/core';
import type { LogLevel } from '../logger.ts';

/** What is written about a call; a field that says nothing is left out. */
export interface CallRecord {
  callId: string;
  /** The tool and version that were found, or what was asked for. */
  toolId: string;
  wire: string;
  outcome: Outcome['kind'];
  /** From the first stage to the last. */
  durationMs: number;
  /** How long the tool itself ran. */
  toolMs?: number;
  principalId?: string;
  traceId?: string;
  replayed?: true;
  /** Why the call was refused, or how the tool came to fail. */
  reason?: string;
  canRetry?: boolean;
  retryAfterMs?: number;
  /** Which parameters do not fit. */
  parameters?: readonly string[];
  error?: string;
  developerMessage?: string;
}

const longestId = 256;
const mostParameters = 20;

/** Writes the record of a call; `mask` is for all that a caller or a tool has worded. */
export function recordOf(call: Call, outcome: Outcome, ms: number, mask: (text: string) => string): CallRecord {
  const { tool, durationMs, replayed } = outcome;
  // Field by field: spreads for what may be missing would take longer than all the rest.
  const record: CallRecord = {
    callId: short(mask(call.callId)),
    toolId: tool === undefined ? short(mask(call.toolId)) : `${tool.id}@${tool.version}`,
    wire: call.wire,
    outcome: outcome.kind,
    durationMs: thousandths(ms),
  };
  if (durationMs !== undefined) record.toolMs = thousandths(durationMs);
  if (call.principal !== undefined) record.principalId = call.principal.id;
  if (call.traceId !== undefined) record.traceId = short(mask(call.traceId));
  if (replayed === true) record.replayed = replayed;
  addDetails(record, outcome, mask);
  return record;
}

function addDetails(record: CallRecord, outcome: Outcome, mask: (text: string) => string): void {
  switch (outcome.kind) {
    case 'failed':
      if (outcome.reason !== undefined) record.reason = outcome.reason;
      if (outcome.failure.canRetry !== undefined) record.canRetry = outcome.failure.canRetry;
      addWords(record, outcome.failure, mask);
      break;
    case 'refused':
      record.reason = outcome.code;
      addWords(record, outcome, mask);
      break;
    case 'invalid':
      // The names alone: the sentences may show what was refused.
      record.parameters = Object.keys(outcome.parameterErrors)
        .slice(0, mostParameters)
        .map((name) => short(mask(name)));
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

interface Words {
  readonly message: string;
  readonly developerMessage?: string;
  readonly retryAfterMs?: number;
}

function addWords(
  record: CallRecord,
  { message, developerMessage, retryAfterMs }: Words,
  mask: (text: string) => string,
): void {
  if (retryAfterMs !== undefined) record.retryAfterMs = retryAfterMs;
  record.error = mask(message);
  if (developerMessage !== undefined) record.developerMessage = mask(developerMessage);
}

/** How much the end of a call matters: `error` for what somebody has to mend, `warn` for what did not work for other reasons. */
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

/** One of few sentences, so that lines can be grouped by them. */
export const sentences: Readonly<Record<Outcome['kind'], string>> = {
  value: 'A call was answered',
  artifact: 'A call was answered with an artifact',
  failed: 'A tool failed',
  invalid: 'The input of a call does not fit',
  refused: 'A call was refused',
  input_required: 'A tool asked for input',
  deferred: 'A call goes on as a task',
};

function thousandths(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}

function short(text: string): string {
  return text.length > longestId ? `${text.slice(0, longestId)}…` : text;
}
