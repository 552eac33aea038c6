import { jsonHeaders } from '@toolwire/core/internal';
import type { HttpResponse, ToolPage } from '@toolwire/core/wire';
import { parseToolId } from '@toolwire/version';
import { encodeTool } from './encode-tool.ts';

/** Creates the function that responds to `GET /worker/tools`. It encodes each page once. */
export function createListing(): (page: ToolPage) => HttpResponse {
  const bodies = new WeakMap<ToolPage, string>();
  return (page) => {
    const body = bodies.get(page) ?? JSON.stringify(page.tools.map(encodeTool));
    bodies.set(page, body);
    return { status: 200, headers: jsonHeaders, body };
  };
}

/** The first provider whose token the tool requires. */
export function providerOf({ tools }: ToolPage, toolId: string): string | undefined {
  const requested = parseToolId(toolId);
  if (!requested.ok) return undefined;
  const { id, version } = requested;
  // The latest version of a tool comes last, so it wins the ID without a version.
  const tool = tools.findLast((one) => one.id === id && (version === undefined || version === one.version));
  return tool?.requirements?.authorization?.[0]?.id;
}
