import type { Outcome } from '@toolwire/core';
import { addOutcomeHeaders, jsonHeaders } from '@toolwire/core/internal';
import type { HttpResponse } from '@toolwire/core/wire';
import { roundDuration, stringifyValue } from '@toolwire/internal';
import { deprecationHeaders, deprecationNotice } from '@toolwire/version';
import { encodeRefusal } from './encode-refusal.ts';
import { type ExecutionOutput, encodeStrictOutput, encodeWorkerOutput, executionOutputOf } from './execution-output.ts';
import type { Profile } from './options.ts';

/** Encodes the response to an execute request. */
export function encodeOutcome(outcome: Outcome, execution: ExecutionInfo): HttpResponse {
  const body = executeResponse(outcome, execution);
  // Only refusals have no body.
  if (body === undefined) return encodeRefusal(outcome as Outcome & { readonly kind: 'refused' }, execution.profile);
  const deprecation = outcome.tool?.deprecation;
  const headers = deprecation && deprecationHeaders(deprecation);
  return addOutcomeHeaders({ status: 200, headers: jsonHeaders, body }, outcome, headers);
}

/** The parts of an execute response that are not in the outcome. */
export interface ExecutionInfo {
  readonly executionId: string;
  /** When the execution ended, in milliseconds since 1970. */
  readonly finishedAt: number;
  readonly profile: Profile;
  /** Wraps a list in `{ "result": … }`, for clients that validate against the published schema (E52). Default: `false`. */
  readonly wrapLists?: boolean | undefined;
}

/** Returns the body of an execute response, or `undefined` for a call that was refused before the tool could run. */
export function executeResponse(outcome: Outcome, execution: ExecutionInfo): string | undefined {
  const output = executionOutputOf(outcome);
  if (output === undefined) return undefined;
  const { executionId, finishedAt, profile } = execution;
  const id = `"execution_id":${stringifyValue(executionId)}`;
  // The timestamp has a time zone. E56
  const finished = `"finished_at":"${new Date(finishedAt).toISOString()}"`;
  const duration = durationMember(outcome, profile);
  const success = isSuccess(output, profile);
  return `{${id},${finished}${duration},"success":${success}${outputMember(output, outcome, execution)}}`;
}

function outputMember(
  output: ExecutionOutput,
  { tool }: Outcome,
  { profile, wrapLists = false }: ExecutionInfo,
): string {
  if (profile === 'strict') {
    const members = encodeStrictOutput(output, wrapLists);
    return members === undefined ? '' : `,"output":${members}`;
  }
  const deprecation = tool?.deprecation;
  return `,"output":${encodeWorkerOutput(output, deprecation === undefined ? undefined : deprecationNotice(deprecation))}`;
}

function isSuccess({ kind }: ExecutionOutput, profile: Profile): boolean {
  return kind === 'value' || kind === 'artifact' || (kind === 'authorization' && profile === 'worker');
}

// Workers always send a duration.
function durationMember({ durationMs }: Outcome, profile: Profile): string {
  if (durationMs === undefined && profile === 'strict') return '';
  return `,"duration":${roundDuration(durationMs ?? 0)}`;
}
