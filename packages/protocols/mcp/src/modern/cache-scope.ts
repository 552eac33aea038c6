import type { MessageContext } from '../json-rpc/message-context.ts';

/** Who may cache a result: only its caller, if callers are distinguished or the result depends on who may see what. MCP-LIST-06 */
export function cacheScopeOf(
  { principal, isCallerKnown }: Pick<MessageContext, 'principal' | 'isCallerKnown'>,
  isPrivate: boolean,
): 'public' | 'private' {
  return !isPrivate && principal === undefined && isCallerKnown ? 'public' : 'private';
}
