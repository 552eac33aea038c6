import { entriesOf, fieldsOf, type Json, type JsonFields, memberOf, parseJson, textOf, wordOf } from '../json.ts';
import { type Credentials, fetchWith } from '../requests.ts';
import { noReason } from './call-result.ts';
import type { Run } from './run.ts';

const version = '2026-07-28';

export const clientInfo: JsonFields = { name: 'toolwire-inspector', version: '1.0.0' };

/** Returns the headers of a request of MCP 2026-07-28. */
export function mcpHeaders(method: string): Readonly<Record<string, string>> {
  return {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': version,
    'mcp-method': method,
  };
}

/** Returns the `_meta` of a request of MCP 2026-07-28. */
export function mcpMeta(clientCapabilities: JsonFields): JsonFields {
  return {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': clientCapabilities,
  };
}

/** Sends one request of MCP 2026-07-28 outside a call. */
export async function postMcp(
  path: string,
  method: string,
  credentials: Credentials,
  params: JsonFields = {},
): Promise<Json> {
  const response = await fetchWith(credentials, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...mcpHeaders(method) },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: mcpMeta({}) } }),
  });
  const value = parseJson(await response.text());
  if (value === undefined) throw new Error(`The server responded with status ${response.status}.`);
  return value;
}

/** A limit, because a server that repeats its cursors would list forever. */
const maxPages = 1_000;

/** Finds a tool in the listing over MCP, which may have several pages. */
export async function findListedTool(path: string, name: string, credentials: Credentials): Promise<Json | undefined> {
  let cursor: string | undefined;
  for (let count = 0; count < maxPages; count += 1) {
    const response = await postMcp(path, 'tools/list', credentials, cursor === undefined ? {} : { cursor });
    const result = memberOf(response, 'result');
    if (result === undefined) {
      throw new Error(textOf(fieldsOf(response, 'error'), 'message') ?? noReason);
    }
    const tool = entriesOf(result, 'tools').find((entry) => textOf(entry, 'name') === name);
    cursor = textOf(result, 'nextCursor');
    if (tool !== undefined || cursor === undefined) return tool;
  }
  return undefined;
}

/** Shows a notification of the server during a call. */
export function showNotification(run: Run, message: Json): void {
  const params = fieldsOf(message, 'params');
  switch (textOf(message, 'method') ?? '') {
    case 'notifications/progress': {
      const { progress, total } = params;
      if (typeof progress !== 'number') return;
      run.progress.value = {
        done: progress,
        total: typeof total === 'number' ? total : undefined,
        message: textOf(params, 'message'),
      };
      return;
    }
    case 'notifications/message': {
      const { data = null } = params;
      run.addLogLine(textOf(params, 'level') ?? 'info', wordOf(data));
      return;
    }
    case 'notifications/tasks/status':
      run.task.value = params;
  }
}
