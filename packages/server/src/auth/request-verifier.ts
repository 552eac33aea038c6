import type { Verified } from '@toolwire/auth';
import type { MaybePromise } from '@toolwire/core';
import type { HostRequest } from '@toolwire/core/wire';
import { StartupError } from '@toolwire/internal';

/** Authenticates callers: a verifier of `@toolwire/auth`, or a custom verifier that reads more than the headers. */
export interface RequestVerifier {
  readonly scheme: string;
  /** How callers should authenticate, as a `WWW-Authenticate` value. */
  readonly challenge?: string | undefined;
  /** The header that carries the credentials, in lower case. */
  readonly header?: string | undefined;
  /** The verifiers inside a combination such as `anyOf`. */
  readonly parts?: readonly Partial<Pick<RequestVerifier, 'scheme' | 'header' | 'parts'>>[] | undefined;
  verify(request: HostRequest): MaybePromise<Verified>;
}

/** Trusts the sign-in of the host: accepts only callers that its `principal` names. */
export function trustHost(...none: readonly never[]): RequestVerifier {
  if (none.length > 0) {
    throw new StartupError(
      'TW_ARGUMENTS',
      'trustHost() takes no arguments: it accepts the callers that the `principal` of your app identifies. Set `principal` where you mount the tools, for example mountTools(server, { principal }).',
    );
  }
  return {
    scheme: 'host',
    verify: ({ caller }) => ({ state: caller?.principal === undefined ? 'absent' : 'accepted' }),
  };
}
