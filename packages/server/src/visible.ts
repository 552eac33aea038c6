import type { Principal, ToolInfo, ToolPage } from '@toolwire/core';

/** Says whether a caller may see a version of a tool. */
export type Visible = (tool: ToolInfo, principal: Principal | undefined) => boolean;

/** The page for one caller: the common one, with its bytes written already, where the caller may see all of it. */
export function pageFor(page: ToolPage, principal: Principal | undefined, visible: Visible | undefined): ToolPage {
  if (visible === undefined) return page;
  const tools = page.tools.filter((tool) => visible(tool, principal));
  return tools.length === page.tools.length ? page : { tools };
}
