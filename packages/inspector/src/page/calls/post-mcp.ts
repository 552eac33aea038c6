import { entriesOf, fieldsOf, type Json, type JsonFields, textOf } from '../json.ts';

const version = '2026-07-28';

/** Sends one request of MCP 2026-07-28 outside a call. */
export async function postMcp(
  path: string,
  method: string,
  credentials: Readonly<Record<string, string>>,
  params: JsonFields = {},
): Promise<Json> {
  const meta: JsonFields = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const response = await fetch(path, {
    method: 'POST',
    headers: {
      ...credentials,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': version,
      'mcp-method': method,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
  });
  return (await response.json()) as Json;
}

/** A server that repeats its cursors would list forever. */
const maxPages = 1_000;

/** Finds a tool in the listing over MCP, which may have several pages. */
export async function findListed(
  path: string,
  name: string,
  credentials: Readonly<Record<string, string>>,
): Promise<Json | undefined> {
  let cursor: string | undefined;
  for (let count = 0; count < maxPages; count += 1) {
    const listed = await postMcp(path, 'tools/list', credentials, cursor === undefined ? {} : { cursor });
    const result = fieldsOf(listed, 'result');
    const found = entriesOf(result, 'tools').find((entry) => textOf(entry, 'name') === name);
    cursor = textOf(result, 'nextCursor');
    if (found !== undefined || cursor === undefined) return found;
  }
  return undefined;
}
