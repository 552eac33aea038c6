import { andThen, type MaybePromise, type ToolInfo, type ToolUi } from '@toolwire/core';
import type { Fields, ToolPage } from '@toolwire/core/wire';
import { cachedBy } from '@toolwire/internal';
import type { MessageContext } from '../json-rpc/message-context.ts';
import type { Revision } from '../json-rpc/revisions.ts';
import { uiMimeType, uiResourceMeta, uiUri } from '../tools/tool-ui.ts';

/** The UI of a tool as a resource. */
export interface UiResource {
  readonly uri: string;
  readonly tool: ToolInfo;
  readonly ui: ToolUi;
  readonly html: NonNullable<ToolUi['html']>;
}

/** Returns the UIs of the tools that a caller may see, without duplicates. */
export type UiResourcesOf = (context: MessageContext) => MaybePromise<readonly UiResource[]>;

/** Finds UIs, with a cache per page of tools. `warn` reports tools whose UI is neither inline nor a resource. */
export function createUiResources(
  toolsOf: (context: MessageContext) => MaybePromise<ToolPage>,
  hasResource: (uri: string) => boolean,
  warn: (fields: object, message: string) => void,
): UiResourcesOf {
  const resourcesOf = cachedBy((page: ToolPage): readonly UiResource[] => {
    const resourcesByUri = uiResourcesIn(page);
    for (const tool of page.tools) {
      const uri = uiUri(tool);
      // The UI that a tool names must exist (MCP-APP-02).
      if (uri === undefined || resourcesByUri.has(uri) || hasResource(uri)) continue;
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
