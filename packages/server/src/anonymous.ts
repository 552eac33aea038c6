import type { Logger, Principal, Tool, ToolInfo } from '@toolwire/core';
import type { RequestVerifier } from './admit.ts';

/** Lets callers without credentials in, for tools that are open; whoever brings some must bring good ones. */
export interface AnonymousAuth {
  /** Who the others are: a verifier of `@toolwire/auth`, or `trustHost()`. It names a principal for each whom it accepts. */
  readonly verifier: RequestVerifier;
  /** Which tools are open: `true` for all without `scopes`, or a function that chooses among these. */
  readonly anonymous: true | ((tool: ToolInfo) => boolean);
}

/** Who may call: those with good credentials, or others as well. */
export type ServerAuth = RequestVerifier | AnonymousAuth;

/** The two ways to say it, read as one. */
export interface Door {
  readonly verifier: RequestVerifier | undefined;
  /** Says whether a tool is open to callers without credentials; left out, none of these gets in. */
  readonly isOpen: ((tool: ToolInfo) => boolean) | undefined;
}

/** Reads who may call. */
export function readDoor(auth: ServerAuth | undefined): Door {
  if (auth === undefined || !('anonymous' in auth)) return { verifier: auth, isOpen: undefined };
  const { verifier, anonymous } = auth;
  // A tool with scopes is never open, whatever the app answers; a promise does not count as a yes.
  const isOpen = (tool: ToolInfo): boolean =>
    tool.scopes === undefined && (anonymous === true || (anonymous(tool) as unknown) === true);
  return { verifier, isOpen };
}

/** Says of each tool whether it is open, and tells the log which are. */
export function markOpen(tools: readonly Tool[], { isOpen }: Door, logger: Logger): readonly Tool[] {
  if (isOpen === undefined) return tools;
  const marked = tools.map((tool) => ({ ...tool, anonymous: isOpen(tool) }));
  const open = marked.filter(({ anonymous }) => anonymous).map(({ id, version }) => `${id}@${version}`);
  logger.info({ tools: open }, 'These tools are open to callers without credentials');
  return marked;
}

/** Tells whether a tool is closed to a caller for want of credentials. */
export function isClosed(tool: ToolInfo, principal: Principal | undefined, { isOpen }: Door): boolean {
  return principal === undefined && (tool.scopes !== undefined || (isOpen !== undefined && tool.anonymous !== true));
}
