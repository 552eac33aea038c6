import type { JsonObject, OutcomeBase } from '@toolwire/core';
import type { Fields } from '@toolwire/core/wire';
import { firstText, signInFields, stringsOf, withoutUndefined } from '@toolwire/internal';

/** A sign-in that a call requires. */
export interface AuthorizationNeeded extends OutcomeBase {
  readonly kind: 'authorization';
  readonly id: string;
  readonly url?: string;
  readonly scopes?: readonly string[];
  readonly status: string;
}

/** Reads an authorization of Open Tool Calling or Arcade. `authorization-fields.ts` of `@toolwire/internal` has the accepted names (E54). */
export function readAuthorization(authorization: Fields): AuthorizationNeeded {
  const { scopes } = authorization;
  const { ids, urls } = signInFields(authorization);
  return withoutUndefined({
    kind: 'authorization' as const,
    id: firstText(...ids) ?? 'unknown',
    url: firstText(...urls),
    scopes: Array.isArray(scopes) ? stringsOf(scopes) : undefined,
    status: firstText(authorization['status']) ?? 'pending',
  });
}

/** Returns the failure for a required sign-in, which Open Tool Calling and MCP have no separate result for. */
export function authorizationFailure({ status }: AuthorizationNeeded): { message: string; canRetry: boolean } {
  return { message: 'Authorization required', canRetry: status !== 'failed' };
}

/**
 * Returns the error of Open Tool Calling for a required sign-in. An HTTP response would have the status 400 with `missing_requirements`. A
 * body without a status can only be a failure.
 */
export function authorizationError(authorization: AuthorizationNeeded): JsonObject {
  const { id, url, scopes, status } = authorization;
  const { message, canRetry } = authorizationFailure(authorization);
  return {
    message,
    can_retry: canRetry,
    ...(status === 'completed' && { retry_after_ms: 0 }),
    requires_authorization: withoutUndefined({ id, url, scopes, status }),
  };
}
