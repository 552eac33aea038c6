import { executeResponse } from '@toolwire/arcade';
import type { JsonObject, Outcome } from '@toolwire/core';
import { withLostName } from './artifact.ts';
import type { Converted, ReadOutcome, ReadResult } from './converted.ts';

/** Options for the conversion to Arcade. */
export interface ToArcadeOptions {
  /** When the execution ended, in milliseconds since 1970. Default: now. */
  readonly finishedAt?: number | undefined;
  /** `strict` follows the schema; `worker` follows what Arcade workers send. Default: `strict`. */
  readonly profile?: 'strict' | 'worker' | undefined;
  /** Wraps lists in `{ "result": … }`, for clients that validate against the published schema. Default: false. */
  readonly wrapLists?: boolean | undefined;
}

export function writeArcadeResponse(read: ReadResult, options: ToArcadeOptions): Converted {
  const { outcome, callId } = read;
  const { finishedAt = Date.now(), profile = 'strict', wrapLists = false } = options;
  const text = executeResponse(arcadeOutcomeOf(outcome), { executionId: callId, finishedAt, profile, wrapLists });
  const { losses, extras } = withLostName(read);
  const losesStatus = outcome.kind === 'authorization' && outcome.status !== 'pending';
  return {
    result: JSON.parse(text ?? '{}') as JsonObject,
    losses: losesStatus ? [...losses, 'requires_authorization.status'] : losses,
    extras,
  };
}

function arcadeOutcomeOf(outcome: ReadOutcome): Outcome {
  if (outcome.kind !== 'authorization') return outcome;
  const { id, url, scopes, durationMs } = outcome;
  const base = { ...(durationMs !== undefined && { durationMs }) };
  const authorization = { id, ...(scopes !== undefined && { scopes }) };
  if (url === undefined) {
    return {
      kind: 'refused',
      code: 'missing_requirements',
      message: '',
      missing: { authorization: [{ id }] },
      ...base,
    };
  }
  const request = { kind: 'url', message: 'Authorization required', url, authorization } as const;
  return { kind: 'input_required', requests: { [id]: request }, ...base };
}
