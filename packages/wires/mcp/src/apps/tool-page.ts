import type { ToolInfo, ToolUi } from '@toolwire/core';
import type { Fields } from '../rpc/json-shape.ts';

/** What a page is, to clients of MCP Apps. */
export const pageMimeType = 'text/html;profile=mcp-app';

/** By what clients and servers tell each other that they know of pages. */
export const pagesExtension = 'io.modelcontextprotocol/ui';

/** Where the page of a tool is; `undefined` for one that has none. */
export function pageUri({ id, version, ui }: ToolInfo): string | undefined {
  if (ui === undefined) return undefined;
  // With its version, since hosts may keep a page as long as its address stays the same.
  return ui.uri ?? (ui.html === undefined ? undefined : `ui://tools/${id}/${version}`);
}

/** What the listing says of a tool's page: members for its `_meta`. */
export function toolPageMeta(tool: ToolInfo): Fields {
  const { ui } = tool;
  if (ui === undefined) return {};
  const resourceUri = pageUri(tool);
  const { visibility } = ui;
  return {
    // Where its page is, and who may call it.
    ui: { ...(resourceUri !== undefined && { resourceUri }), ...(visibility !== undefined && { visibility }) },
    // Hosts from before the extension was final look here.
    ...(resourceUri !== undefined && { 'ui/resourceUri': resourceUri }),
  };
}

/** What a host is told of a page besides its text: `_meta` of the resource and of its content. */
export function pageMeta({ csp, permissions, domain, prefersBorder }: ToolUi): Fields {
  const asked = permissions && Object.fromEntries(permissions.map((name) => [name, {}]));
  return { ui: { csp, permissions: asked, domain, prefersBorder } };
}
