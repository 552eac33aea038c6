import type { ToolPage } from '@toolwire/core/wire';
import type { Dialect } from '../revisions/dialect.ts';
import { type Answer, errorAnswer, rpcCodes } from '../rpc/json-rpc.ts';
import type { RpcId } from '../rpc/message.ts';
import { encodeTool } from './encode-tool.ts';
import type { ListedTool, ToolIndex } from './tool-index.ts';

/** Answers `tools/list` from bytes that are written once per page and revision. */
export interface Listing {
  /** `tail` is what the era adds to the result: JSON members, each after a comma. */
  answer(id: RpcId, page: ToolPage, cursor: unknown, dialect: Dialect, tail: string): Answer;
}

/** How much of the listing goes into one answer, and whether it speaks of tasks. */
export interface ListingOptions {
  readonly pageSize: number;
  readonly hasTasks: boolean;
  /** Whether clients can get tokens, so that each tool says which it needs. */
  readonly hasSignIn: boolean;
  readonly index: (page: ToolPage) => ToolIndex;
}

/** A part of a listing: its bytes, by the cursor that leads to it. */
type Parts = ReadonlyMap<string | undefined, Uint8Array>;

const encoder = new TextEncoder();

/** Makes a listing. */
export function createListing({ pageSize, hasTasks, hasSignIn, index }: ListingOptions): Listing {
  const written = new WeakMap<ToolPage, Map<Dialect, Parts>>();
  // By tool, since pages that are made for one caller each hold the same tools.
  const texts = new WeakMap<ListedTool['tool'], Map<string, string>>();

  const textOf = (listed: ListedTool, dialect: Dialect): string => {
    const known = texts.get(listed.tool) ?? new Map<string, string>();
    texts.set(listed.tool, known);
    const key = `${dialect.version} ${listed.name}`;
    const text = known.get(key) ?? JSON.stringify(encodeTool(listed, dialect, { hasTasks, hasSignIn }));
    known.set(key, text);
    return text;
  };

  const write = (page: ToolPage, dialect: Dialect): Parts => {
    const { listed } = index(page);
    const parts = new Map<string | undefined, Uint8Array>();
    for (let start = 0; start === 0 || start < listed.length; start += pageSize) {
      const next = listed[start + pageSize];
      const tools = listed.slice(start, start + pageSize).map((one) => textOf(one, dialect));
      const following = next === undefined ? '' : `,"nextCursor":${JSON.stringify(cursorTo(next))}`;
      const first = listed[start];
      parts.set(
        first === undefined || start === 0 ? undefined : cursorTo(first),
        encoder.encode(`"tools":[${tools.join(',')}]${following}`),
      );
    }
    return parts;
  };

  const partsOf = (page: ToolPage, dialect: Dialect): Parts => {
    const byDialect = written.get(page) ?? new Map<Dialect, Parts>();
    written.set(page, byDialect);
    const parts = byDialect.get(dialect) ?? write(page, dialect);
    byDialect.set(dialect, parts);
    return parts;
  };

  return {
    answer(id, page, cursor, dialect, tail) {
      const isText = cursor === undefined || typeof cursor === 'string';
      const part = isText ? partsOf(page, dialect).get(cursor) : undefined;
      if (part === undefined) return errorAnswer(id, unknownCursor);
      return {
        status: 200,
        body: surround(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{`, part, `${tail}}}`),
      };
    },
  };
}

const unknownCursor = {
  code: rpcCodes.invalidParams,
  message: 'The "cursor" leads nowhere. Begin again without one: the tools may have changed.',
};

// By name and not by number: tools that come or go do not move it, and it tells when the one it leads to is gone.
function cursorTo({ name }: ListedTool): string {
  return btoa(`from ${name}`).replace(/=+$/, '');
}

function surround(before: string, bytes: Uint8Array, after: string): Uint8Array {
  const head = encoder.encode(before);
  const end = encoder.encode(after);
  const all = new Uint8Array(head.length + bytes.length + end.length);
  all.set(head);
  all.set(bytes, head.length);
  all.set(end, head.length + bytes.length);
  return all;
}
