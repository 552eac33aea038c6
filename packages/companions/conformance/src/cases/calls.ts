import { strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type ListedTool, parametersOf } from '../subject/listing.ts';
import type { OtcServer } from '../subject/otc-server.ts';
import { expectValue } from './expect.ts';
import { CaseSkipped } from './otc-case.ts';

/** The documents' addition, with a call id of its own. */
export const addition: { readonly tool_id: string; readonly input: object } = {
  tool_id: 'Calculator.Add@1.0.0',
  input: { a: 10, b: 5 },
};

/** A call in the standard's envelope, as text. */
export function envelope(request: unknown): string {
  return JSON.stringify({ $schema: 'otc://1.0', request });
}

/** A call of Conf.Echo as text. */
export function echoBody(input: unknown): string {
  return envelope({ tool_id: 'Conf.Echo@1.0.0', input });
}

/** Runs Conf.Counter under a key, and returns how often it has run by now. */
export async function count(server: OtcServer, key: string): Promise<unknown> {
  return expectValue(await server.call({ tool_id: 'Conf.Counter@1.0.0', input: { key } }));
}

/** Does something that must not run Conf.Counter under the key it is given, and proves that it did not. */
export async function expectNothingRuns(server: OtcServer, act: (key: string) => Promise<void>): Promise<void> {
  const key = randomUUID();
  await act(key);
  strictEqual(await count(server, key), 1, 'a refused call ran its tool');
}

/** The server must go on: a plain call works. */
export async function expectAlive(server: OtcServer): Promise<void> {
  strictEqual(expectValue(await server.call({ tool_id: 'Conf.Any@1.0.0', input: { value: 'alive' } })), 'alive');
}

/** A listed tool that cannot run on an empty input, so that it is safe to send it wrong calls; it requires nothing else. */
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
