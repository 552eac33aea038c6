import type { ToolPage } from '@toolwire/core/wire';
import { cursorTo, unknownCursor } from '../json-rpc/cursor.ts';
import { errorResponse, type RpcResponse } from '../json-rpc/json-rpc.ts';
import type { RpcId } from '../json-rpc/message.ts';
import type { Revision } from '../json-rpc/supported-revisions.ts';
import { encodeTool } from './encode-tool.ts';
import type { ListedTool, ToolIndex } from './tool-index.ts';

/** Responds to `tools/list` with bytes that are encoded once per page and revision. */
export interface Listing {
  /** `tail` contains JSON members of the era, each with a leading comma. */
  encode(id: RpcId, visible: ToolPage, cursor: unknown, revision: Revision, tail: string): RpcResponse;
}

/** How to encode and split the listing. */
export interface ListingOptions {
  readonly pageSize: number;
  readonly hasTasks: boolean;
  /** Whether clients can get access tokens. Each tool then lists its security schemes. */
  readonly hasSignIn: boolean;
  readonly index: (visible: ToolPage) => ToolIndex;
}

/** The encoded pages by their cursors. */
type EncodedPages = ReadonlyMap<string | undefined, Uint8Array>;

const encoder = new TextEncoder();

export function createListing({ pageSize, hasTasks, hasSignIn, index }: ListingOptions): Listing {
  const pagesByVisible = new WeakMap<ToolPage, Map<Revision, EncodedPages>>();
  // By tool, since the tool sets of different callers share tools.
  const toolTexts = new WeakMap<ListedTool['tool'], Map<string, string>>();

  const encodedTool = (listed: ListedTool, revision: Revision): string => {
    const known = toolTexts.get(listed.tool) ?? new Map<string, string>();
    toolTexts.set(listed.tool, known);
    const key = `${revision.version} ${listed.name}`;
    const text = known.get(key) ?? JSON.stringify(encodeTool(listed, revision, { hasTasks, hasSignIn }));
    known.set(key, text);
    return text;
  };

  const encodePages = (visible: ToolPage, revision: Revision): EncodedPages => {
    const { listed } = index(visible);
    const pages = new Map<string | undefined, Uint8Array>();
    for (let start = 0; start === 0 || start < listed.length; start += pageSize) {
      const next = listed[start + pageSize];
      const tools = listed.slice(start, start + pageSize).map((entry) => encodedTool(entry, revision));
      const following = next === undefined ? '' : `,"nextCursor":${JSON.stringify(cursorTo(next.name))}`;
      const first = listed[start];
      pages.set(
        first === undefined || start === 0 ? undefined : cursorTo(first.name),
        encoder.encode(`"tools":[${tools.join(',')}]${following}`),
      );
    }
    return pages;
  };

  const pagesFor = (visible: ToolPage, revision: Revision): EncodedPages => {
    const byRevision = pagesByVisible.get(visible) ?? new Map<Revision, EncodedPages>();
    pagesByVisible.set(visible, byRevision);
    const pages = byRevision.get(revision) ?? encodePages(visible, revision);
    byRevision.set(revision, pages);
    return pages;
  };

  return {
    encode(id, visible, cursor, revision, tail) {
      const isText = cursor === undefined || typeof cursor === 'string';
      const encoded = isText ? pagesFor(visible, revision).get(cursor) : undefined;
      if (encoded === undefined) return errorResponse(id, unknownCursor);
      return {
        status: 200,
        body: concatBytes(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{`, encoded, `${tail}}}`),
      };
    },
  };
}

function concatBytes(before: string, bytes: Uint8Array, after: string): Uint8Array {
  const head = encoder.encode(before);
  const end = encoder.encode(after);
  const all = new Uint8Array(head.length + bytes.length + end.length);
  all.set(head);
  all.set(bytes, head.length);
  all.set(end, head.length + bytes.length);
  return all;
}
