import type { Outcome } from '@toolwire/core';
import { addHeaders, type HttpResponse, jsonText } from '@toolwire/core/wire';
import { valueText } from '@toolwire/internal';
import { deprecationHeaders, deprecationNotice } from '@toolwire/version';
import { encodeRefusal, type RefusalStyle } from './encode-refusal.ts';
import { type ExecutionOutput, executionOutput } from './execution.ts';
import { strictOutput, wireOutput } from './output-members.ts';

/** What an answer says besides the outcome. */
export interface AnsweredExecution {
  readonly executionId: string;
  /** When the execution ended, in milliseconds since 1970. */
  readonly finishedAt: number;
  readonly profile: 'strict' | 'wire';
  readonly wrapLists: boolean;
}

/** Writes the answer to an execute request. */
export function encodeOutcome(outcome: Outcome, execution: AnsweredExecution, refusals: RefusalStyle): HttpResponse {
  const body = executeResponse(outcome, execution);
  if (body === undefined) return encodeRefusal(outcome as Outcome & { readonly kind: 'refused' }, refusals);
  const response = jsonText(200, body);
  const deprecation = outcome.tool?.deprecation;
  const deprecated = deprecation === undefined ? response : addHeaders(response, deprecationHeaders(deprecation));
  return outcome.replayed === true ? addHeaders(deprecated, { 'idempotency-replayed': 'true' }) : deprecated;
}

/** The text of an execute response, or nothing for a call that was refused before there was anything to execute. */
export function executeResponse(outcome: Outcome, execution: AnsweredExecution): string | undefined {
  const output = executionOutput(outcome);
  if (output === undefined) return undefined;
  const { executionId, finishedAt, profile } = execution;
  const id = `"execution_id":${valueText(executionId)}`;
  // E56: an instant that says its zone.
  const finished = `"finished_at":"${new Date(finishedAt).toISOString()}"`;
  const duration = durationOf(outcome, profile);
  const success = isSuccess(output, profile);
  return `{${id},${finished}${duration},"success":${success}${outputOf(output, outcome, execution)}}`;
}

function outputOf(output: ExecutionOutput, { tool }: Outcome, { profile, wrapLists }: AnsweredExecution): string {
  if (profile === 'strict') {
    const members = strictOutput(output, wrapLists);
    return members === undefined ? '' : `,"output":${members}`;
  }
  const deprecation = tool?.deprecation;
  return `,"output":${wireOutput(output, deprecation === undefined ? undefined : deprecationNotice(deprecation))}`;
}

function isSuccess({ kind }: ExecutionOutput, profile: 'strict' | 'wire'): boolean {
  return kind === 'value' || kind === 'artifact' || (kind === 'authorization' && profile === 'wire');
}

// The clock is no finer than a thousandth of a millisecond; workers always name a duration.
function durationOf({ durationMs }: Outcome, profile: 'strict' | 'wire'): string {
  if (durationMs === undefined && profile === 'strict') return '';
  return `,"duration":${Math.round((durationMs ?? 0) * 1000) / 1000}`;
}
