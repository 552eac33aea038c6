import type { ArtifactOutcome, InputRequiredOutcome, JsonValue, Outcome, RefusalCode } from '@toolwire/core';
import { describeInputRequests } from '@toolwire/core/internal';
import {
  type ArcadeError,
  errorOfDeferral,
  errorOfFailure,
  errorOfInvalidInput,
  errorOfMissing,
} from './arcade-error.ts';
import { missingAuthorization, type PendingAuthorization, signInAuthorization } from './pending-authorization.ts';

/** The four kinds of output that an execute response can have. */
export type ExecutionOutput =
  | { readonly kind: 'value'; readonly value: JsonValue }
  | { readonly kind: 'error'; readonly error: ArcadeError }
  | { readonly kind: 'authorization'; readonly authorization: PendingAuthorization }
  | { readonly kind: 'artifact'; readonly artifact: ArtifactOutcome['artifact'] };

/** Returns the output for an outcome, or `undefined` for a refusal, which is an HTTP error instead. */
export function executionOutputOf(outcome: Outcome): ExecutionOutput | undefined {
  switch (outcome.kind) {
    case 'value':
      return { kind: 'value', value: outcome.value };
    case 'artifact':
      return { kind: 'artifact', artifact: outcome.artifact };
    case 'failed':
      return { kind: 'error', error: errorOfFailure(outcome.failure) };
    case 'invalid':
      return { kind: 'error', error: errorOfInvalidInput(outcome) };
    case 'deferred':
      return { kind: 'error', error: errorOfDeferral(outcome) };
    case 'input_required':
      return authorizationOr(signInAuthorization(outcome), errorOfFailure(inputFailure(outcome)));
    case 'refused':
      return refusalsWithOutput.has(outcome.code)
        ? authorizationOr(missingAuthorization(outcome), errorOfMissing(outcome))
        : undefined;
  }
}

const refusalsWithOutput: ReadonlySet<RefusalCode> = new Set(['missing_requirements', 'insufficient_scope']);

function inputFailure({ requests }: InputRequiredOutcome): { readonly message: string } {
  return { message: describeInputRequests(requests) };
}

function authorizationOr(authorization: PendingAuthorization | undefined, error: ArcadeError): ExecutionOutput {
  return authorization === undefined ? { kind: 'error', error } : { kind: 'authorization', authorization };
}
