import { executeResponse } from '@toolwire/arcade';
import type { JsonObject, Outcome } from '@toolwire/core';
import type { Converted, ReadResult, Told } from './converted.ts';

/** How an execute response is written. */
export interface ArcadeForm {
  /** When the execution ended, in milliseconds since 1970; this very moment if left out. */
  readonly finishedAt?: number;
  /** As the schema has it, corrected, or as workers write it; the schema if left out. */
  readonly profile?: 'strict' | 'wire';
  /** Puts lists into `{ "result": … }`. */
  readonly wrapLists?: boolean;
}

/** Writes an execute response. */
export function writeArcade({ told, callId, losses, side }: ReadResult, form: ArcadeForm): Converted {
  const { finishedAt = Date.now(), profile = 'strict', wrapLists = false } = form;
  const text = executeResponse(outcomeOf(told), { executionId: callId, finishedAt, profile, wrapLists });
  const lost = told.kind === 'authorization' && told.status !== 'pending' ? ['requires_authorization.status'] : [];
  return { result: JSON.parse(text ?? '{}') as JsonObject, losses: [...losses, ...lost], side };
}

function outcomeOf(told: Told): Outcome {
  if (told.kind !== 'authorization') return told;
  const { id, url, scopes, durationMs } = told;
  const base = durationMs === undefined ? {} : { durationMs };
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
