import type { ToolInfo, ToolUi } from '@toolwire/core';
import type { Fields } from '@toolwire/core/wire';

/** The MIME type of a UI resource in MCP Apps. */
export const uiMimeType = 'text/html;profile=mcp-app';

/** The identifier of the MCP Apps extension. */
export const uiExtension = 'io.modelcontextprotocol/ui';

/** The URI of a tool's UI, if it has one. */
export function uiUri({ id, version, ui }: ToolInfo): string | undefined {
  if (ui === undefined) return undefined;
  // With the version, since clients may cache a UI by its URI.
  return ui.uri ?? (ui.html === undefined ? undefined : `ui://tools/${id}/${version}`);
}

/** The UI of a tool as members for the `_meta` of its listing. */
export function toolUiMeta(tool: ToolInfo): Fields {
  const { ui } = tool;
  if (ui === undefined) return {};
  const resourceUri = uiUri(tool);
  const { visibility } = ui;
  return {
    ui: { ...(resourceUri !== undefined && { resourceUri }), ...(visibility !== undefined && { visibility }) },
    // For clients that implement a draft of the extension.
    ...(resourceUri !== undefined && { 'ui/resourceUri': resourceUri }),
  };
}

/** Rendering options of a UI, for the `_meta` of the resource and its content. */
export function uiResourceMeta({ csp, permissions, domain, prefersBorder }: ToolUi): Fields {
  const requested = permissions && Object.fromEntries(permissions.map((name) => [name, {}]));
  return { ui: { csp, permissions: requested, domain, prefersBorder } };
}
