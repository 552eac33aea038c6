import { expect } from 'vitest';
import type { Attempt } from './bad-credential.ts';
import { doors } from './doors.ts';
import { type GuardedServer, treasure } from './guarded-server.ts';
import { refusalAt } from './refusals.ts';
import type { Answer, Try } from './send.ts';

/** What says nothing of a request: how a host sends, and what it is. */
const ofTransport = new Set([
  'connection',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'transfer-encoding',
  'x-powered-by',
]);

/** A refusal is one of three to the last header, whatever is wrong, so that it can hold nothing of what came. */
function expectRefusal({ status, headers, text }: Answer, door: (typeof doors)[number], reason: string): void {
  const { challenge, ...refusal } = refusalAt(door.name, reason);
  const told = Object.entries(headers).filter(([name]) => !ofTransport.has(name));
  expect({ status, headers: Object.fromEntries(told), body: JSON.parse(text) as unknown }).toEqual({
    ...refusal,
    headers: {
      'cache-control': 'no-store',
      'content-type': 'application/json',
      'www-authenticate': challenge,
      'x-content-type-options': 'nosniff',
    },
  });
}

/** Nobody gets in, the tool does not run, and the log has the reason and nothing else. */
export async function expectTurnedAway(
  { lines, runs }: GuardedServer,
  knock: Try,
  { reason, attempt }: { readonly reason: string; readonly attempt: () => Attempt },
  at: readonly (typeof doors)[number][],
): Promise<void> {
  for (const door of at) {
    const [from, before] = [lines.length, runs()];
    expectRefusal(await knock(door, attempt()), door, reason);
    expect(lines.slice(from)).toEqual([
      { level: 'info', fields: { scheme: 'bearer', reason }, message: 'A caller was not let in' },
    ]);
    expect(runs()).toBe(before);
  }
}

/** The tool runs for who brings this, and its answer arrives. */
export async function expectLetIn({ runs }: GuardedServer, knock: Try, value: string): Promise<void> {
  for (const door of doors) {
    const before = runs();
    const { status, text } = await knock(door, { authorization: [value] });
    // A server without streams of its own answers a GET of MCP with 405.
    expect(status).toBe(door.name === 'a stream of MCP' ? 405 : 200);
    expect(text.includes(treasure)).toBe(door.isCall);
    expect(runs() - before).toBe(door.isCall ? 1 : 0);
  }
}
