import { andThen, type MaybePromise, type ToolInfo, type ToolUi } from '@toolwire/core';
import type { Fields, ToolPage } from '@toolwire/core/wire';
import { cachedBy } from '@toolwire/internal';
import type { MessageContext } from '../json-rpc/requests.ts';
import type { Revision } from '../json-rpc/revisions.ts';

/** The MIME type of a UI resource in MCP Apps. */
export const uiMimeType = 'text/html;profile=mcp-app';

/** The identifier of the MCP Apps extension. */
export const uiExtension = 'io.modelcontextprotocol/ui';

/** The URI of a tool's UI, if it has one. */
function uiUri({ id, version, ui }: ToolInfo): string | undefined {
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

/** The UI of a tool as a resource. */
export interface UiResource {
  readonly uri: string;
  readonly tool: ToolInfo;
  readonly ui: ToolUi;
  readonly html: NonNullable<ToolUi['html']>;
}

/** Returns the UIs of the tools that a caller may see, without duplicates. */
export type UiResourcesOf = (context: MessageContext) => MaybePromise<readonly UiResource[]>;

/** Finds UIs, with a cache per page of tools. `warn` reports each tool whose UI is neither inline nor a resource once. */
export function createUiResources(
  toolsOf: (context: MessageContext) => MaybePromise<ToolPage>,
  hasResource: (uri: string) => boolean,
  warn: (fields: object, message: string) => void,
): UiResourcesOf {
  // By tool, since the pages of different callers share tools.
  const warned = new WeakSet<ToolInfo>();
  const resourcesOf = cachedBy((page: ToolPage): readonly UiResource[] => {
    const resourcesByUri = uiResourcesIn(page);
    for (const tool of page.tools) {
      const uri = uiUri(tool);
      // The UI that a tool names must exist (MCP-APP-02).
      if (uri === undefined || resourcesByUri.has(uri) || hasResource(uri) || warned.has(tool)) continue;
      warned.add(tool);
      const toolId = `${tool.id}@${tool.version}`;
      warn({ toolId }, `The page '${uri}' does not exist: pass it as html, or as a resource`);
    }
    return [...resourcesByUri.values()];
  });
  return (context) => andThen(toolsOf(context), resourcesOf);
}

function uiResourcesIn({ tools }: ToolPage): ReadonlyMap<string, UiResource> {
  const resourcesByUri = new Map<string, UiResource>();
  for (const tool of tools) {
    const { ui } = tool;
    const uri = uiUri(tool);
    if (uri === undefined || ui?.html === undefined || resourcesByUri.has(uri)) continue;
    resourcesByUri.set(uri, { uri, tool, ui, html: ui.html });
  }
  return resourcesByUri;
}

/** Encodes a UI as a listed resource. */
export function encodeUiResource({ uri, tool, ui }: UiResource, { toolFields }: Revision): Fields {
  return {
    uri,
    name: tool.name,
    description: `The page that shows results of ${tool.name}`,
    mimeType: uiMimeType,
    ...(toolFields.has('_meta') && { _meta: uiResourceMeta(ui) }),
  };
}
