import type { ArtifactOutcome, JsonValue, Outcome, RefusalCode } from '@toolwire/core';
import { describeInputRequests, encodeArtifact } from '@toolwire/core/internal';
import { stringifyValue } from '@toolwire/internal';
import {
  type ArcadeError,
  errorOfDeferral,
  errorOfFailure,
  errorOfInvalidInput,
  errorOfMissing,
  strictError,
  workerError,
} from './arcade-error.ts';
import {
  missingAuthorization,
  type PendingAuthorization,
  signInAuthorization,
  workerAuthorization,
} from './pending-authorization.ts';

/** Encodes the output for the strict profile: exactly one member, and no output for null. E52 */
export function encodeStrictOutput(output: ExecutionOutput, wrapLists: boolean): string | undefined {
  switch (output.kind) {
    case 'value': {
      const { value } = output;
      if (value === null) return undefined;
      const json = stringifyValue(value);
      return wrapLists && Array.isArray(value) ? `{"value":{"result":${json}}}` : `{"value":${json}}`;
    }
    case 'error':
      return JSON.stringify({ error: strictError(output.error) });
    case 'authorization':
      return JSON.stringify({ requires_authorization: output.authorization });
    case 'artifact':
      return JSON.stringify({ artifact: encodeArtifact(output.artifact) });
  }
}

/** Encodes the output as Arcade's own workers do: every member, with null for the unused ones. E55 */
export function encodeWorkerOutput(output: ExecutionOutput, deprecation: string | undefined): string {
  const logs =
    deprecation === undefined
      ? 'null'
      : JSON.stringify([{ message: deprecation, level: 'warning', subtype: 'deprecation' }]);
  const value = workerValue(output);
  const error = output.kind === 'error' ? JSON.stringify(workerError(output.error)) : 'null';
  const authorization =
    output.kind === 'authorization' ? JSON.stringify(workerAuthorization(output.authorization)) : 'null';
  return `{"value":${value},"logs":${logs},"error":${error},"requires_authorization":${authorization}}`;
}

// Workers have no member for artifacts. E59
function workerValue(output: ExecutionOutput): string {
  if (output.kind === 'value') return stringifyValue(output.value);
  return output.kind === 'artifact' ? JSON.stringify({ artifact: encodeArtifact(output.artifact) }) : 'null';
}

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
      return authorizationOr(
        signInAuthorization(outcome),
        errorOfFailure({ message: describeInputRequests(outcome.requests) }),
      );
    case 'refused':
      return refusalsWithOutput.has(outcome.code)
        ? authorizationOr(missingAuthorization(outcome), errorOfMissing(outcome))
        : undefined;
  }
}

const refusalsWithOutput: ReadonlySet<RefusalCode> = new Set(['missing_requirements', 'insufficient_scope']);

function authorizationOr(authorization: PendingAuthorization | undefined, error: ArcadeError): ExecutionOutput {
  return authorization === undefined ? { kind: 'error', error } : { kind: 'authorization', authorization };
}
