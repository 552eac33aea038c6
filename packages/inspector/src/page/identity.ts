import { postMcp } from './calls/post-mcp.ts';
import { fieldsOf, type Json, textOf } from './json.ts';

const infoKey = 'io.modelcontextprotocol/serverInfo';

/** The server as it names itself. */
export interface Identity {
  readonly name: string;
  readonly version: string;
}

/** Whether the server says that it is healthy; `undefined` if it did not answer. */
export interface Health {
  readonly isHealthy: boolean;
  readonly reason: string | undefined;
}

/** Asks the server for its name and version, over MCP. Returns `undefined` if it does not say. */
export async function readIdentity(
  path: string,
  credentials: Readonly<Record<string, string>>,
): Promise<Identity | undefined> {
  const result = fieldsOf(await postMcp(path, 'server/discover', credentials), 'result');
  const found = fieldsOf(result['_meta'], infoKey);
  const name = textOf(found, 'title') ?? textOf(found, 'name');
  return name === undefined ? undefined : { name, version: textOf(found, 'version') ?? '' };
}

/** Asks the server for its health. */
export async function readHealth(path: string): Promise<Health> {
  const response = await fetch(path, { cache: 'no-store' });
  const reason = response.ok ? undefined : textOf((await response.json()) as Json, 'reason');
  return { isHealthy: response.ok, reason };
}
