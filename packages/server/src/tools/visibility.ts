import { hasScopes } from '@toolwire/auth';
import {
  andThen,
  type ContextValues,
  type Logger,
  type MaybePromise,
  type Principal,
  type ToolInfo,
} from '@toolwire/core';
import { type Client, clientOf } from '@toolwire/core/internal';
import type { Viewer } from '@toolwire/core/wire';
import { describeThrown } from '@toolwire/errors';
import { orElse } from '@toolwire/internal';
import type { AuthMode, ServerScopes } from '../auth/auth-options.ts';
import { toolIdOf } from '../run/resolved-call.ts';

/** Whether a caller may see a version of a tool. `values` holds the context values of the host, and `client` the program of the caller. */
export type Visible = (
  tool: ToolInfo,
  principal: Principal | undefined,
  values: ContextValues,
  client: Client,
) => MaybePromise<boolean>;

/** Whether a caller may see a version of a tool; never throws. */
export type IsVisibleTo = (tool: ToolInfo, viewer: Viewer) => MaybePromise<boolean>;

/** Wraps the app's `visible`. Only `true` shows a tool. If `visible` throws, the tool is hidden and the error is logged. */
export function createVisibilityCheck(visible: Visible, logger: Logger): IsVisibleTo {
  return (tool, viewer) => {
    const hide = (thrown: unknown): boolean => {
      const fields = { toolId: toolIdOf(tool), error: describeThrown(thrown) };
      logger.error(fields, '`visible` threw; tool hidden from this caller');
      return false;
    };
    // Access control: a caller who can't see a tool can't call it either (MCP-CALL-03).
    const answer = orElse(() => visible(tool, viewer.principal, viewer.values, clientOf(viewer)), hide);
    // JavaScript may return other values, such as a missing role. None of them lets a caller in.
    return andThen(answer, (isVisible) => isVisible === true);
  };
}

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
