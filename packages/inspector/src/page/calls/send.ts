import { type Json, parseJson } from '../json.ts';
import { EventReader } from '../lines.ts';
import type { Message, Run } from './run.ts';

/** A request to the server. */
export interface SentRequest {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Json;
  /** Whether the request continues after the call is canceled. */
  readonly outlivesCall?: boolean;
  /** Called for each message of a stream. */
  readonly onEvent?: (message: Json) => void;
}

/** A response. */
export interface Received {
  readonly status: number;
  readonly header: (name: string) => string | null;
  /** The body, or the last message of a stream. */
  readonly json: Json | undefined;
}

/** The maximum length of a response that is shown. */
const maxShownLength = 1_000_000;

/** Sends a request, and adds it to the request log of the run. */
export async function send(run: Run, { path, headers, body, outlivesCall, onEvent }: SentRequest): Promise<Received> {
  const requestHeaders = { 'content-type': 'application/json', ...run.call.credentials, ...headers };
  const text = JSON.stringify(body);
  const startedAt = performance.now();
  const message: Message = { method: 'POST', url: path, headers: requestHeaders, body: text, answer: '' };
  const index = run.add(message);
  const response = await fetch(path, {
    method: 'POST',
    headers: requestHeaders,
    body: text,
    cache: 'no-store',
    ...(outlivesCall !== true && { signal: run.signal }),
  });
  const answeredMessage = { ...message, status: response.status, answerHeaders: [...response.headers] };
  run.update(index, answeredMessage);
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const events = new EventReader();
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let shown = '';
  let last: Json | undefined;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    const piece = decoder.decode(part.value, { stream: true });
    if (shown.length < maxShownLength) shown += piece.slice(0, maxShownLength - shown.length);
    if (!isStream) pieces.push(piece);
    else {
      run.update(index, { ...answeredMessage, answer: shown, tookMs: performance.now() - startedAt });
      for (const event of events.read(piece)) {
        last = event;
        onEvent?.(event);
      }
    }
  }
  run.update(index, { ...answeredMessage, answer: shown, tookMs: performance.now() - startedAt });
  return {
    status: response.status,
    header: (name) => response.headers.get(name),
    json: isStream ? last : parseJson(pieces.join('')),
  };
}
