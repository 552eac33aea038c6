import { ok } from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, summarise } from '../../subject/answer.ts';
import type { OtcServer } from '../../subject/otc-server.ts';

/** The header of JSON bodies. */
export const json: { readonly 'content-type': string } = { 'content-type': 'application/json' };

/** A call of a host tool, as text. */
export function hostCall(tool: string, value?: unknown): string {
  return JSON.stringify({ $schema: 'otc://1.0', request: hostRequest(tool, value) });
}

/** Calls a host tool in the standard's envelope. */
export function callHostTool(server: OtcServer, tool: string, value?: unknown): Promise<Answer> {
  return server.call(hostRequest(tool, value));
}

function hostRequest(tool: string, value: unknown): object {
  return { tool_id: `Host.${tool}@1.0.0`, input: value === undefined ? {} : { value } };
}

/** The app must have answered by itself, in no words of the standard. */
export function expectOwnWords(answer: Answer): void {
  ok(!answer.text.includes('$schema'), `expected the app's own words, got ${summarise(answer)}`);
}

/** Waits for something that must happen soon. */
export async function soon<T>(promise: Promise<T>, what: string, limitMs = 5000): Promise<T> {
  const late = wait(limitMs, undefined, { ref: false }).then((): never => {
    throw new Error(`${what} did not happen within ${limitMs} ms`);
  });
  return Promise.race([promise, late]);
}
