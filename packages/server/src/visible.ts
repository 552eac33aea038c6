import {
  andThen,
  type ContextValues,
  isPromise,
  type Logger,
  type MaybePromise,
  type Principal,
  type ToolInfo,
} from '@toolwire/core';
import type { ToolPage, Viewer } from '@toolwire/core/wire';
import { describeThrown } from '@toolwire/errors';

/** Says whether a caller may see a version of a tool, now or later; `values` is what the host has handed along. */
export type Visible = (
  tool: ToolInfo,
  principal: Principal | undefined,
  values: ContextValues,
) => MaybePromise<boolean>;

/** Whether one who looks may see a version of a tool. */
export type IsVisible = (tool: ToolInfo, viewer: Viewer) => MaybePromise<boolean>;

/** Asks the app whether a tool is visible; where that throws, it is not, and the log is told. */
export function createIsVisible(visible: Visible, logger: Logger): IsVisible {
  return (tool, { principal, values }) => {
    const hide = (thrown: unknown): boolean => {
      const fields = { toolId: `${tool.id}@${tool.version}`, error: describeThrown(thrown) };
      logger.error(fields, '`visible` has thrown, so the tool was hidden');
      return false;
    };
    try {
      // MCP-CALL-03: who may not see a tool cannot call it either; how often the others may is for the stage `rate`.
      const answer = visible(tool, principal, values);
      return isPromise(answer) ? answer.then(Boolean, hide) : Boolean(answer);
    } catch (thrown) {
      return hide(thrown);
    }
  };
}

/** The page for one caller: the common one, with its bytes written already, where the caller may see all of it. */
export function pageFor(page: ToolPage, viewer: Viewer, isVisible: IsVisible | undefined): MaybePromise<ToolPage> {
  if (isVisible === undefined) return page;
  const answers = page.tools.map((tool) => isVisible(tool, viewer));
  return andThen(
    answers.some(isPromise) ? Promise.all(answers.map(later)) : (answers as readonly boolean[]),
    (seen) => {
      const tools = page.tools.filter((_tool, index) => seen[index]);
      return tools.length === page.tools.length ? page : { tools };
    },
  );
}

async function later(answer: MaybePromise<boolean>): Promise<boolean> {
  return answer;
}
