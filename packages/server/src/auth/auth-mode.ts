import type { Logger, Tool, ToolInfo } from '@toolwire/core';
import { toolIdOf } from '../run/resolved-call.ts';
import type { RequestVerifier } from './request-verifier.ts';

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

/** Sets `anonymous` on each tool, and logs the open tools. */
export function markAnonymousTools(
  tools: readonly Tool[],
  { allowsAnonymous }: AuthMode,
  logger: Logger,
): readonly Tool[] {
  if (allowsAnonymous === undefined) return tools;
  const marked = tools.map((tool) => ({ ...tool, anonymous: allowsAnonymous(tool) }));
  const open = marked.filter(({ anonymous }) => anonymous).map(toolIdOf);
  logger.info({ tools: open }, 'These tools are open to callers without credentials');
  return marked;
}
