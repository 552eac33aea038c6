import { setTimeout as wait } from 'node:timers/promises';

/** A call as the official Python client of the renamed protocol is given it. */
export interface PythonCall {
  readonly toolId: string;
  readonly callId?: string;
  readonly input: Readonly<Record<string, number>>;
}

/** The outcome: the last response, and how often the request was sent. */
export interface PythonAnswer {
  readonly status: number;
  readonly body: { readonly result?: { readonly value?: unknown }; readonly message?: string };
  readonly attempts: number;
}

/** How the double differs from the original: it is less patient. */
export interface PythonClientOptions {
  readonly timeoutMs: number;
  readonly maxRetries?: number;
  readonly backoffMs?: number;
}

/** Stands for that client: what it sends, what it reads, and above all what it sends again without being asked. */
export function createPythonClient(baseUrl: string, options: PythonClientOptions) {
  const { timeoutMs, maxRetries = 2, backoffMs = 20 } = options;
  const headers = { authorization: 'Bearer none', 'content-type': 'application/json' };
  return {
    /** Reads `items`, and nothing else; the type of the body is sent even where there is none. */
    async listTools(): Promise<unknown> {
      const response = await fetch(`${baseUrl}/tools`, { headers });
      return ((await response.json()) as { items?: unknown }).items;
    },
    async callTool(call: PythonCall): Promise<PythonAnswer> {
      const body = textOf(call);
      for (let attempts = 1; ; attempts += 1) {
        const isLast = attempts > maxRetries;
        try {
          const signal = AbortSignal.timeout(timeoutMs);
          const response = await fetch(`${baseUrl}/tools/call`, { method: 'POST', headers, body, signal });
          const text = await response.text();
          if (isLast || !isSentAgain(response)) {
            return { status: response.status, body: JSON.parse(text) as PythonAnswer['body'], attempts };
          }
        } catch (error) {
          if (isLast) throw error;
        }
        await wait(backoffMs);
      }
    },
  };
}

// It retries without checking that this is safe, and creates no idempotency key.
function isSentAgain({ status, headers }: Response): boolean {
  const should = headers.get('x-should-retry');
  if (should !== null) return should === 'true';
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

/** Its model has floats only: 1 is sent as 1.0. */
function textOf({ toolId, callId, input }: PythonCall): string {
  const floats = Object.entries(input).map(
    ([name, n]) => `${JSON.stringify(name)}: ${Number.isInteger(n) ? `${n}.0` : n}`,
  );
  const key = callId === undefined ? '' : `"call_id": ${JSON.stringify(callId)}, `;
  return `{"request": {${key}"tool_id": ${JSON.stringify(toolId)}, "input": {${floats.join(', ')}}}}`;
}
