import { postMcp } from './calls/post-mcp.ts';
import { fieldsOf, parseJson, textOf } from './json.ts';

const infoKey = 'io.modelcontextprotocol/serverInfo';

/** The name and version that the server reports. */
export interface Identity {
  readonly name: string;
  readonly version: string;
}

/** Whether the server is healthy, and otherwise the reason that it gives. */
export interface Health {
  readonly isHealthy: boolean;
  readonly reason: string | undefined;
}

/** Requests the name and version of the server over MCP. Returns `undefined` if it has none. */
export async function readIdentity(
  path: string,
  credentials: Readonly<Record<string, string>>,
): Promise<Identity | undefined> {
  const result = fieldsOf(await postMcp(path, 'server/discover', credentials), 'result');
  const found = fieldsOf(result['_meta'], infoKey);
  const name = textOf(found, 'title') ?? textOf(found, 'name');
  return name === undefined ? undefined : { name, version: textOf(found, 'version') ?? '' };
}

/** Requests the health of the server. */
export async function readHealth(path: string): Promise<Health> {
  const response = await fetch(path, { cache: 'no-store' });
  // A proxy in front of the server may send HTML.
  const reason = response.ok ? undefined : textOf(parseJson(await response.text()), 'reason');
  return { isHealthy: response.ok, reason };
}
