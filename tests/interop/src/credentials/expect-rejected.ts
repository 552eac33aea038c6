import { expect } from 'vitest';
import type { Attempt } from './bad-credential.ts';
import { endpoints } from './endpoints.ts';
import { type GuardedServer, treasure } from './guarded-server.ts';
import { refusalAt } from './refusals.ts';
import type { Answer, Try } from './send.ts';

/** Headers of the host and the transport, which are ignored. */
const ofTransport = new Set([
  'connection',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'transfer-encoding',
  'x-powered-by',
]);

/** Expects exactly the known refusal, so that it cannot repeat the credentials. */
function expectRefusal({ status, headers, text }: Answer, endpoint: (typeof endpoints)[number], reason: string): void {
  const { challenge, ...refusal } = refusalAt(endpoint.name, reason);
  const relevant = Object.entries(headers).filter(([name]) => !ofTransport.has(name));
  expect({ status, headers: Object.fromEntries(relevant), body: JSON.parse(text) as unknown }).toEqual({
    ...refusal,
    headers: {
      'cache-control': 'no-store',
      'content-type': 'application/json',
      'www-authenticate': challenge,
      'x-content-type-options': 'nosniff',
    },
  });
}

/** Expects that credentials are rejected, that the tool does not run, and that the log has only the reason. */
export async function expectRejected(
  { lines, runs }: GuardedServer,
  tryEndpoint: Try,
  { reason, attempt }: { readonly reason: string; readonly attempt: () => Attempt },
  at: readonly (typeof endpoints)[number][],
): Promise<void> {
  for (const endpoint of at) {
    const [from, before] = [lines.length, runs()];
    expectRefusal(await tryEndpoint(endpoint, attempt()), endpoint, reason);
    expect(lines.slice(from)).toEqual([
      { level: 'info', fields: { scheme: 'bearer', reason }, message: 'Credentials refused' },
    ]);
    expect(runs()).toBe(before);
  }
}

/** Expects that credentials are accepted and that the tool runs. */
export async function expectAccepted({ runs }: GuardedServer, tryEndpoint: Try, value: string): Promise<void> {
  for (const endpoint of endpoints) {
    const before = runs();
    const { status, text } = await tryEndpoint(endpoint, { authorization: [value] });
    // A stateless MCP server responds to GET with 405.
    expect(status).toBe(endpoint.name === 'a stream of MCP' ? 405 : 200);
    expect(text.includes(treasure)).toBe(endpoint.isCall);
    expect(runs() - before).toBe(endpoint.isCall ? 1 : 0);
  }
}
