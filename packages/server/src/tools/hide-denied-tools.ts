import { hasScopes } from '@toolwire/auth';
import type { Principal, ToolInfo } from '@toolwire/core';
import type { AuthMode } from '../auth/auth-mode.ts';
import type { ServerScopes } from '../auth/scope-settings.ts';
import type { Visible } from './visibility.ts';

/** With `listing: 'hide'`, also hides tools whose scopes or credentials the caller lacks. */
export function hideDeniedTools(
  visible: Visible | undefined,
  scopes: ServerScopes | undefined,
  authMode: AuthMode,
): Visible | undefined {
  if (scopes?.listing !== 'hide') return visible;
  return (tool, principal, values, client) => {
    const isGranted = tool.scopes === undefined || hasScopes(tool.scopes, principal ?? {}, scopes.satisfies);
    if (!isGranted || lacksCredentials(tool, principal, authMode)) return false;
    return visible === undefined || visible(tool, principal, values, client);
  };
}

/** Whether a tool needs credentials that a caller does not have. */
function lacksCredentials(tool: ToolInfo, principal: Principal | undefined, { allowsAnonymous }: AuthMode): boolean {
  return (
    principal === undefined && (tool.scopes !== undefined || (allowsAnonymous !== undefined && tool.anonymous !== true))
  );
}
