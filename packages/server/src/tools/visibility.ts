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
