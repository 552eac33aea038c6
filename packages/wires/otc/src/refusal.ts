import type { RefusalCode, RefusedOutcome } from '@toolwire/core';
import type { BodyProblem } from '@toolwire/core/wire';

/** Builds the outcome of a request that is refused before its tool runs. */
export function refused(code: RefusalCode, message: string, developerMessage?: string): RefusedOutcome {
  return developerMessage === undefined
    ? { kind: 'refused', code, message }
    : { kind: 'refused', code, message, developerMessage };
}

const codeOfProblem: Readonly<Record<BodyProblem, RefusalCode>> = {
  too_large: 'body_too_large',
  media_type: 'unsupported_media_type',
  encoding: 'malformed',
  too_deep: 'malformed',
  too_many_parts: 'malformed',
  not_json: 'malformed',
  empty: 'malformed',
  interrupted: 'malformed',
};

/** Refuses a body that could not be read; the detail never quotes the body. */
export function refusedBody(problem: BodyProblem, detail: string): RefusedOutcome {
  return refused(codeOfProblem[problem], 'The request could not be read', detail);
}
