import type { ToolPage } from '@toolwire/core/wire';
import { cachedBy } from '@toolwire/internal';
import { listPage, unknownCursor } from '../json-rpc/list-page.ts';
import type { RpcId } from '../json-rpc/message.ts';
import { errorResponse, type RpcResponse, resultResponse } from '../json-rpc/responses.ts';
import type { Revision } from '../json-rpc/revisions.ts';
import { encodeTool } from './encode-tool.ts';
import type { ListedTool, ToolIndex } from './tool-index.ts';

/** Responds to `tools/list`. Each tool, and the list of all tools, are encoded once per revision. */
export type Listing = (id: RpcId, visible: ToolPage, request: ListingRequest) => RpcResponse;

/** The part of the list that a client requests, and how its revision has it. */
interface ListingRequest {
  readonly cursor: unknown;
  readonly revision: Revision;
  /** More JSON members of the result, each with a leading comma. `ttlMs` and `cacheScope` come from `list-page.ts`. */
  readonly tail?: string;
}

/** How to encode and split the listing. */
export interface ListingOptions {
  readonly pageSize: number;
  readonly hasTasks: boolean;
  /** Whether clients can get access tokens. Each tool then lists its security schemes. */
  readonly hasSignIn: boolean;
  readonly index: (visible: ToolPage) => ToolIndex;
}

/** Creates the listing of an endpoint or connection. */
export function createListing({ pageSize, hasTasks, hasSignIn, index }: ListingOptions): Listing {
  // By tool, since the tool sets of different callers share tools.
  const toolTexts = cachedBy((_tool: ListedTool['tool']) => new Map<string, string>());

  const encodedTool = (listed: ListedTool, revision: Revision): string => {
    const known = toolTexts(listed.tool);
    const key = `${revision.version} ${listed.name}`;
    const text = known.get(key) ?? JSON.stringify(encodeTool(listed, revision, { hasTasks, hasSignIn }));
    known.set(key, text);
    return text;
  };
  const encodedTools = (listed: readonly ListedTool[], revision: Revision): string =>
    listed.map((tool) => encodedTool(tool, revision)).join(',');

  const allTools = cachedBy((visible: ToolPage) =>
    cachedBy((revision: Revision) => encodedTools(index(visible).listed, revision)),
  );

  return (id, visible, { cursor, revision, tail = '' }) => {
    const { listed } = index(visible);
    const page = listPage(listed, ({ name }) => name, cursor, pageSize);
    if (page === undefined) return errorResponse(id, unknownCursor);
    const { items, following } = page;
    const tools = items.length === listed.length ? allTools(visible)(revision) : encodedTools(items, revision);
    return resultResponse(id, `{"tools":[${tools}]${following}${tail}}`);
  };
}
