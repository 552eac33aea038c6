import type { InputRequiredOutcome, RefusedOutcome } from '@toolwire/core';

/** An authorization that the user must grant before the call can run: `requires_authorization` in a response. */
export interface PendingAuthorization {
  readonly id: string;
  readonly url?: string;
  readonly scopes?: readonly string[];
  readonly status: 'pending';
}

/** The first missing authorization: an execute response names one, and the next call asks for the next one. */
export function missingAuthorization({ missing, tool }: RefusedOutcome): PendingAuthorization | undefined {
  const [first] = missing?.authorization ?? [];
  if (first === undefined) return undefined;
  const required = tool?.requirements?.authorization?.find(({ id }) => id === first.id);
  return pending(first.attemptId ?? first.id, first.url, first.scopes ?? required?.oauth2?.scopes);
}

/** The sign-in that a tool asks its user for. */
export function signInAuthorization({ requests }: InputRequiredOutcome): PendingAuthorization | undefined {
  const signIn = Object.values(requests).find(
    (request) => request.kind === 'url' && request.authorization !== undefined,
  );
  if (signIn?.kind !== 'url' || signIn.authorization === undefined) return undefined;
  const { id, scopes } = signIn.authorization;
  return pending(id, signIn.url, scopes);
}

function pending(id: string, url: string | undefined, scopes: readonly string[] | undefined): PendingAuthorization {
  return { id, ...(url !== undefined && { url }), ...(scopes !== undefined && { scopes }), status: 'pending' };
}

/** The authorization as Arcade's own workers send it, with different member names. E54 */
export function workerAuthorization(authorization: PendingAuthorization): object {
  const { id, url = null, scopes = null, status } = authorization;
  return { authorization_url: url, authorization_id: id, scopes, status };
}
