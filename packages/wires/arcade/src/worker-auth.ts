import { authenticate, type Verifier } from '@toolwire/auth';
import { jwt } from '@toolwire/auth/jwt';
import { andThen, type MaybePromise, type RefusedOutcome } from '@toolwire/core';
import { type Caller, type HttpRequest, joinCaller } from '@toolwire/core/wire';

/** Who was let in, or how the others are answered. */
export type Admitted =
  | { readonly ok: true; readonly caller: Caller }
  | { readonly ok: false; readonly refusal: RefusedOutcome };

/** Decides about a request by its credentials. */
export type AdmitEngine = (request: HttpRequest) => MaybePromise<Admitted>;

/** Lets in the engine that knows the secret; without a secret the server has decided already. */
export function admitEngine(secret: string | undefined): AdmitEngine {
  if (secret === undefined) return (request) => ({ ok: true, caller: callerOf(request) });
  const verifier: Verifier = jwt({
    secret,
    // What the engine makes is not for us to choose: its secret may be short, and its tokens need no exp (E44).
    allowShortSecret: true,
    allowNoExpiry: true,
    audiences: ['worker'],
    principalId: ({ aud, ver, sub }) =>
      aud !== undefined && ver === '1' ? (typeof sub === 'string' && sub !== '' ? sub : 'arcade-engine') : undefined,
  });
  return (request) =>
    andThen(authenticate(verifier, request), (result): Admitted => {
      if (result.ok) return { ok: true, caller: joinCaller(request.caller, result.principal) };
      const { challenge } = result;
      return {
        ok: false,
        refusal: { kind: 'refused', code: 'unauthenticated', message: 'Valid credentials are required', challenge },
      };
    });
}

/** Whom the server has let in. */
export function callerOf({ principal, isCallerKnown = false }: HttpRequest): Caller {
  return { principal, isCallerKnown };
}
