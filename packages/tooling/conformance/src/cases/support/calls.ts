import { strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type ListedTool, parametersOf } from '../../client/listing.ts';
import type { OtcServer } from '../../client/otc-server.ts';
import type { TestResponse } from '../../client/response.ts';
import type { TestRequest } from '../../client/send-request.ts';
import { CaseSkipped } from '../otc-case.ts';
import { expectValue } from './expect.ts';

/** The addition in the documents, without its call ID. */
export const addition: { readonly tool_id: string; readonly input: object } = {
  tool_id: 'Calculator.Add@1.0.0',
  input: { a: 10, b: 5 },
};

/** A call in the standard's envelope, as text. */
export function envelope(request: unknown, $schema: unknown = 'otc://1.0'): string {
  return JSON.stringify({ $schema, request });
}

export const additionBody: string = envelope(addition);

/** Headers without valid credentials. */
export const invalidCredentials: readonly Readonly<Record<string, string>>[] = [
  {},
  { authorization: 'Bearer garbage' },
  { 'otc-api-key': 'wrong' },
];

/** A call of Conf.Any with a value that is JSON text, as text. */
export function anyCallWith(json: string): string {
  return `{"request":{"tool_id":"Conf.Any@1.0.0","input":{"value":${json}}}}`;
}

/** A call of Conf.Echo as text. */
export function echoCall(input: unknown): string {
  return envelope({ tool_id: 'Conf.Echo@1.0.0', input });
}

/** A call of Conf.Counter as text. */
export function counterCall(key: string): string {
  return envelope({ tool_id: 'Conf.Counter@1.0.0', input: { key } });
}

/** Calls a Conf.* tool. */
export function callConf(server: OtcServer, tool: string, input?: object): Promise<TestResponse> {
  return server.call({ tool_id: `Conf.${tool}@1.0.0`, input });
}

/** Returns the number of earlier runs of Conf.Counter under a key. */
export async function earlierRuns(server: OtcServer, key: string): Promise<number> {
  // This call is one more run.
  return Number(expectValue(await callConf(server, 'Counter', { key }))) - 1;
}

/** Checks that an action does not run Conf.Counter under the given key. */
export async function expectNothingRuns(server: OtcServer, act: (key: string) => Promise<void>): Promise<void> {
  const key = randomUUID();
  await act(key);
  await expectNoRun(server, key, 'a refused call');
}

/** Checks that no earlier call ran Conf.Counter under this key. `call` describes the call that must not run. */
export async function expectNoRun(server: OtcServer, key: string, call: string): Promise<void> {
  const runs = await earlierRuns(server, key);
  strictEqual(runs, 0, `runs of ${call}: expected 0, got ${runs}`);
}

/** Skips the case if the server requires credentials, even if the options do not say so. */
export async function skipIfProtected(server: OtcServer): Promise<void> {
  if (await requiresCredentials(server)) throw new CaseSkipped('The server requires credentials.');
}

/** Whether unauthenticated callers get no listing. */
export async function requiresCredentials(server: OtcServer): Promise<boolean> {
  if (server.provides.has('credentials')) return true;
  if (server.provides.has('draining')) return false;
  // If the listing fails, the cases about listing report it.
  const listing = await server.send({ path: '/tools', anonymous: true }).catch(() => undefined);
  return listing?.status === 401;
}

/** Checks that a plain call still works. */
export async function expectAlive(server: OtcServer): Promise<void> {
  strictEqual(expectValue(await callConf(server, 'Any', { value: 'alive' })), 'alive');
}

/** Finds a listed tool of which no version can run without input, and which has no requirements. */
export async function toolWithRequiredParameter(server: OtcServer): Promise<ListedTool> {
  const tools = await server.tools();
  const isSafe = (tool: ListedTool): boolean =>
    tool.requirements === undefined && parametersOf(tool).required.length > 0;
  const safe = tools.find((tool) => tools.filter((other) => bareId(other) === bareId(tool)).every(isSafe));
  if (safe === undefined) throw new CaseSkipped('No listed tool without requirements has a required parameter.');
  return safe;
}

/** The ID of a listed tool without its version. */
export function bareId(tool: ListedTool): string {
  return tool.id.split('@')[0] ?? tool.id;
}

export const jsonHeaders: { readonly 'content-type': string } = { 'content-type': 'application/json' };

/** The same headers as lines of a raw request. */
export const jsonLines: readonly string[] = ['Content-Type: application/json'];

/** A POST of JSON: of a body to the endpoint of calls, or to another path. */
export function postRequest(body: string, path = '/tools/call'): TestRequest {
  return { method: 'POST', path, headers: jsonHeaders, body };
}

/** The bytes of a call of Conf.Any. */
export function anyCallBytes(server: OtcServer, value: unknown, line?: string, version = 'HTTP/1.1'): Uint8Array {
  return postBytes(server, envelope({ tool_id: 'Conf.Any@1.0.0', input: { value } }), line, version);
}

/** The bytes of a request to `/tools/call`. */
export function postBytes(server: OtcServer, body: string, line?: string, version = 'HTTP/1.1'): Uint8Array {
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
