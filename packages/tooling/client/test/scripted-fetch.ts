import { vi } from 'vitest';
import type { Fetch } from '../src/index.ts';

/** A step of a scripted `fetch`: respond, fail, or hang until it is aborted. */
export type FetchStep = Response | Error | 'hang';

/** A `fetch` that runs each step in order, and then repeats the last. It stores its calls. */
export function scriptedFetch(...steps: readonly FetchStep[]) {
  let calls = 0;
  return vi.fn<Fetch>(async (_url, { signal }) => {
    const step = steps[Math.min(calls, steps.length - 1)];
    calls += 1;
    if (step instanceof Response) return step.clone();
    if (step === 'hang') {
      return new Promise<Response>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      });
    }
    throw step ?? new TypeError('fetch failed');
  });
}

/** The answer of a tool that returned. */
export function done(value: unknown = 'done'): Response {
  return Response.json({ result: { call_id: 'c', success: true, value } });
}

/** The answer of a tool that failed. */
export function failed(error: object, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json({ result: { call_id: 'c', success: false, error: { message: 'No', ...error } } }, { headers });
}

/** A refusal, in the format of the protocol. */
export function refused(status: number, headers: Readonly<Record<string, string>> = {}, body: object = {}): Response {
  return Response.json({ message: 'No', ...body }, { status, headers });
}

/** The bodies of the requests so far. */
export function sentBodies(fetch: ReturnType<typeof scriptedFetch>): readonly string[] {
  return fetch.mock.calls.map(([, { body }]) => (typeof body === 'string' ? body : ''));
}
