import { postMcp } from './calls/mcp-messages.ts';
import { fieldsOf, parseJson, textOf } from './json.ts';
import type { Credentials } from './requests.ts';

const infoKey = 'io.modelcontextprotocol/serverInfo';

/** The name and version that the server reports. */
export interface ServerInfo {
  readonly name: string;
  readonly version: string;
}

/** Whether the server is healthy, and otherwise the reason that it reports. */
export interface Health {
  readonly isHealthy: boolean;
  readonly reason: string | undefined;
}

/** Requests the name and version of the server over MCP. Returns `undefined` if it has none. */
export async function readServerInfo(path: string, credentials: Credentials): Promise<ServerInfo | undefined> {
  const result = fieldsOf(await postMcp(path, 'server/discover', credentials), 'result');
  const info = fieldsOf(result['_meta'], infoKey);
  const name = textOf(info, 'title') ?? textOf(info, 'name');
  return name === undefined ? undefined : { name, version: textOf(info, 'version') ?? '' };
}

/** Requests the health of the server at the path of its health check. */
export async function readHealth(path: string): Promise<Health> {
  const response = await fetch(path, { cache: 'no-store' });
  // A proxy in front of the server may send HTML.
  const reason = response.ok ? undefined : textOf(parseJson(await response.text()), 'reason');
  return { isHealthy: response.ok, reason };
}
