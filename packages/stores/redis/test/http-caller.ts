import { Agent, type IncomingHttpHeaders, request } from 'node:http';

/** The body of a call. */
export interface SentCall {
  readonly tool: string;
  readonly callId?: string | undefined;
  readonly input?: object | undefined;
  readonly context?: object | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** An answer as it came. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: AnswerBody;
  /** The value of a tool that ran and returned. */
  readonly value: unknown;
}

interface AnswerBody {
  readonly message?: string;
  readonly result?: {
    readonly call_id: string;
    readonly success: boolean;
    readonly value?: unknown;
    readonly error?: { readonly message: string; readonly can_retry?: boolean; readonly retry_after_ms?: number };
  };
}

/** A caller over some connections that it keeps. */
export interface HttpCaller {
  readonly call: (url: string, call: SentCall) => Promise<HttpAnswer>;
  /** Cancels a call by its id, and answers with the status. */
  readonly cancel: (url: string, call: SentCall) => Promise<number>;
  /** Sends a call, and leaves when this has happened. */
  readonly callAndLeave: (url: string, call: SentCall, happened: () => Promise<unknown>) => Promise<void>;
  readonly close: () => void;
}

/** Makes a caller with at most so many connections to each server. */
export function createHttpCaller(connections = 64): HttpCaller {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    call: (url, call) =>
      new Promise((resolve, reject) => {
        const sent = begin(agent, url, call);
        sent.on('error', reject);
        sent.on('response', (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            const body = JSON.parse(text) as AnswerBody;
            const { statusCode: status = 0, headers } = response;
            resolve({ status, headers, text, body, value: body.result?.value });
          });
        });
      }),
    cancel: (url, call) =>
      new Promise((resolve, reject) => {
        const sent = begin(agent, url, call, '/tools/cancel');
        sent.on('error', reject);
        sent.on('response', (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
      }),
    callAndLeave: async (url, call, happened) => {
      const sent = begin(undefined, url, call);
      const left = new Promise<void>((resolve) => sent.on('error', () => undefined).on('close', () => resolve()));
      await happened();
      sent.destroy(new Error('gone'));
      await left;
    },
    close: () => agent.destroy(),
  };
}

function begin(
  agent: Agent | undefined,
  url: string,
  { tool, callId, input, context, headers }: SentCall,
  path = '/tools/call',
) {
  const body = JSON.stringify({ request: { tool_id: tool, call_id: callId, input, context } });
  const sent = request(`${url}${path}`, {
    method: 'POST',
    agent: agent ?? false,
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers },
  });
  sent.end(body);
  return sent;
}
