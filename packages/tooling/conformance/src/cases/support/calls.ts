import { strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type ListedTool, parametersOf } from '../../client/listing.ts';
import type { OtcServer } from '../../client/otc-server.ts';
import { CaseSkipped } from '../otc-case.ts';
import { expectValue } from './expect.ts';

/** The addition of the documents, with its call ID. */
export const addition: { readonly tool_id: string; readonly input: object } = {
  tool_id: 'Calculator.Add@1.0.0',
  input: { a: 10, b: 5 },
};

/** A call in the standard's envelope, as text. */
export function envelope(request: unknown): string {
  return JSON.stringify({ $schema: 'otc://1.0', request });
}

/** A call of Conf.Echo as text. */
export function echoCall(input: unknown): string {
  return envelope({ tool_id: 'Conf.Echo@1.0.0', input });
}

/** Runs Conf.Counter under a key, and returns the number of its runs. */
export async function count(server: OtcServer, key: string): Promise<unknown> {
  return expectValue(await server.call({ tool_id: 'Conf.Counter@1.0.0', input: { key } }));
}

/** Checks that an action does not run Conf.Counter under the given key. */
export async function expectNothingRuns(server: OtcServer, act: (key: string) => Promise<void>): Promise<void> {
  const key = randomUUID();
  await act(key);
  strictEqual(await count(server, key), 1, 'a refused call ran its tool');
}

/** Checks that a plain call still works. */
export async function expectAlive(server: OtcServer): Promise<void> {
  strictEqual(expectValue(await server.call({ tool_id: 'Conf.Any@1.0.0', input: { value: 'alive' } })), 'alive');
}

/** Finds a listed tool that has required parameters and no requirements, so that invalid calls cannot run it. */
export async function toolWithRequiredParameter(server: OtcServer): Promise<ListedTool> {
  const tools = await server.tools();
  const safe = tools.find((tool) => tool.requirements === undefined && parametersOf(tool).required.length > 0);
  if (safe === undefined) throw new CaseSkipped('No listed tool without requirements has a required parameter.');
  return safe;
}

/** The id of a listed tool without its version. */
export function bareId(tool: ListedTool): string {
  return tool.id.split('@')[0] ?? tool.id;
}

export const json: { readonly 'content-type': string } = { 'content-type': 'application/json' };

/** The same as lines of a raw request. */
export const jsonLines: readonly string[] = ['Content-Type: application/json'];

/** Encodes a call of Conf.Echo. */
export function anyCall(server: OtcServer, value: unknown, line?: string, version = 'HTTP/1.1'): Uint8Array {
  return post(server, envelope({ tool_id: 'Conf.Any@1.0.0', input: { value } }), line, version);
}

/** The bytes of a request to `/tools/call`. */
export function post(server: OtcServer, body: string, line?: string, version = 'HTTP/1.1'): Uint8Array {
  const headers = line === undefined ? jsonLines : [...jsonLines, line];
  return server.bytes({ method: 'POST', path: '/tools/call', headers, body, version });
}

/** The head of a call whose body is sent separately. */
export function postHead(
  server: OtcServer,
  more: { readonly contentLength: number; readonly headers?: readonly string[] },
): Uint8Array {
  const headers = [...jsonLines, ...(more.headers ?? [])];
  return server.bytes({ method: 'POST', path: '/tools/call', headers, contentLength: more.contentLength });
}
