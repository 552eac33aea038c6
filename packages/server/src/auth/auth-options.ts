import type { ScopeSatisfies, Verified } from '@toolwire/auth';
import type { ScopesOptions } from '@toolwire/auth/stage';
import type { MaybePromise, ToolInfo } from '@toolwire/core';
import type { HostRequest } from '@toolwire/core/wire';
import { StartupError } from '@toolwire/internal';

/** Allows callers without credentials to use open tools. Credentials that a caller sends must be valid. */
export interface AnonymousAuth {
  /** Authenticates callers with credentials: a verifier of `@toolwire/auth`, or `trustHost()`. It names a principal for each accepted caller. */
  readonly verifier: RequestVerifier;
  /** Which tools are open to anonymous callers: `true` for all without `scopes`, or a function that chooses among them. */
  readonly anonymous: true | ((tool: ToolInfo) => boolean);
}

/** Who may call: authenticated callers only, or anonymous callers as well. */
export type ServerAuth = RequestVerifier | AnonymousAuth;

/** The option `auth` in one form. */
export interface AuthMode {
  /** Without a verifier, credentials are ignored (OTC-AUTH-02). */
  readonly verifier: RequestVerifier | undefined;
  /** Whether a tool is open to anonymous callers; `undefined` if no tool is. */
  readonly allowsAnonymous: ((tool: ToolInfo) => boolean) | undefined;
}

/** Reads the option `auth`. */
export function readAuth(auth: ServerAuth | undefined): AuthMode {
  if (auth === undefined || !('anonymous' in auth)) return { verifier: auth, allowsAnonymous: undefined };
  const { verifier, anonymous } = auth;
  // A tool with scopes is never open, even if the function returns `true`. A promise does not count as `true`.
  const allowsAnonymous = (tool: ToolInfo): boolean =>
    tool.scopes === undefined && (anonymous === true || (anonymous(tool) as unknown) === true);
  return { verifier, allowsAnonymous };
}

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

/** How the server compares scopes. */
export interface ServerScopes {
  /** Whether a granted scope covers a needed one, for wildcards and hierarchies. An equal scope always does. */
  readonly satisfies?: ScopeSatisfies;
  /** Whether a tool is listed to callers without its scopes; `show` by default, because a caller must see a tool to request its scopes. */
  readonly listing?: 'show' | 'hide';
}

/** Options of the stage `scopes`. */
export function scopesOptionsOf(
  scopes: ServerScopes | undefined,
  { verifier, allowsAnonymous }: AuthMode,
): ScopesOptions {
  return {
    satisfies: scopes?.satisfies,
    challenge: verifier?.challenge,
    onlyOpenTools: allowsAnonymous !== undefined,
  };
}
