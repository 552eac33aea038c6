import { authenticate, type Verifier } from '@toolwire/auth';
import { jwt } from '@toolwire/auth/jwt';
import { andThen, type MaybePromise, type RefusedOutcome } from '@toolwire/core';
import { type Caller, joinCaller } from '@toolwire/core/internal';
import type { HttpRequest } from '@toolwire/core/wire';

/** The caller of a request, or why its credentials are refused. */
type EngineAuthentication =
  | { readonly ok: true; readonly caller: Caller }
  | { readonly ok: false; readonly refusal: RefusedOutcome };

/**
 * Creates the check of tokens that the engine signs with the worker secret. Without a secret, the server has already authenticated the
 * caller.
 */
export function createEngineAuthenticator(
  secret: string | undefined,
): (request: HttpRequest) => MaybePromise<EngineAuthentication> {
  if (secret === undefined) return (request) => ({ ok: true, caller: callerOf(request) });
  const verifier: Verifier = jwt({
    secret,
    // The engine chooses its secret, which may be short, and its tokens may have no exp. E44
    allowShortSecret: true,
    allowNoExpiry: true,
    audiences: ['worker'],
    principalId: ({ aud, ver, sub }) =>
      aud !== undefined && ver === '1' ? (typeof sub === 'string' && sub !== '' ? sub : 'arcade-engine') : undefined,
  });
  return (request) =>
    andThen(authenticate(verifier, request), (result): EngineAuthentication => {
      if (result.ok) return { ok: true, caller: joinCaller(request.caller, result.principal) };
      const { challenge } = result;
      return {
        ok: false,
        refusal: { kind: 'refused', code: 'unauthenticated', message: 'Valid credentials are required', challenge },
      };
    });
}

/** The caller that the server has authenticated. */
export function callerOf({ principal, isCallerKnown = false }: HttpRequest): Caller {
  return { principal, isCallerKnown };
}
