import type {
  ArtifactOutcome,
  InputRequiredOutcome,
  JsonValue,
  Outcome,
  RefusalCode,
  RefusedOutcome,
} from '@toolwire/core';
import { describeInputRequests } from '@toolwire/core/wire';
import { deferredFailure, invalidFailure, missingFailure } from './describe-outcome.ts';
import { type ArcadeError, errorOf } from './error-kind.ts';

/** A sign-in that a call needs first. */
interface NeededAuthorization {
  readonly id: string;
  readonly url?: string;
  readonly scopes?: readonly string[];
  readonly status: 'pending';
}

/** What a call came to, in this wire's four ways. */
export type ExecutionOutput =
  | { readonly kind: 'value'; readonly value: JsonValue }
  | { readonly kind: 'error'; readonly error: ArcadeError }
  | { readonly kind: 'authorization'; readonly authorization: NeededAuthorization }
  | { readonly kind: 'artifact'; readonly artifact: ArtifactOutcome['artifact'] };

/** Reads an outcome as this wire tells it; a refusal that no output can tell has none. */
export function executionOutput(outcome: Outcome): ExecutionOutput | undefined {
  switch (outcome.kind) {
    case 'value':
      return { kind: 'value', value: outcome.value };
    case 'artifact':
      return { kind: 'artifact', artifact: outcome.artifact };
    case 'failed':
      return { kind: 'error', error: errorOf(outcome.failure) };
    case 'invalid':
      return { kind: 'error', error: invalidFailure(outcome) };
    case 'deferred':
      return { kind: 'error', error: errorOf(deferredFailure(outcome)) };
    case 'input_required':
      return (
        neededBy(outcome) ?? { kind: 'error', error: errorOf({ message: describeInputRequests(outcome.requests) }) }
      );
    case 'refused':
      return told.has(outcome.code) ? missing(outcome) : undefined;
  }
}

/** The refusals that an output can tell. */
const told: ReadonlySet<RefusalCode> = new Set(['missing_requirements', 'insufficient_scope']);

// This wire asks for one sign-in at a time; the others are asked for when that one is done.
function missing(refusal: RefusedOutcome): ExecutionOutput {
  const [first] = refusal.missing?.authorization ?? [];
  if (first === undefined) return { kind: 'error', error: missingFailure(refusal) };
  const required = refusal.tool?.requirements?.authorization?.find(({ id }) => id === first.id);
  const scopes = first.scopes ?? required?.oauth2?.scopes;
  return needs({ id: first.attemptId ?? first.id, url: first.url, scopes });
}

function neededBy({ requests }: InputRequiredOutcome): ExecutionOutput | undefined {
  const signIn = Object.values(requests).find((one) => one.kind === 'url' && one.authorization !== undefined);
  if (signIn?.kind !== 'url' || signIn.authorization === undefined) return undefined;
  const { id, scopes } = signIn.authorization;
  return needs({ id, url: signIn.url, scopes });
}

function needs(found: {
  readonly id: string;
  readonly url: string | undefined;
  readonly scopes: readonly string[] | undefined;
}): ExecutionOutput {
  const { id, url, scopes } = found;
  const authorization = { id, ...(url !== undefined && { url }), ...(scopes !== undefined && { scopes }) };
  return { kind: 'authorization', authorization: { ...authorization, status: 'pending' } };
}
