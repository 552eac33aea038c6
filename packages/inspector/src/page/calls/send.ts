import { firstCharacters } from '@toolwire/internal';
import { type Json, parseJson } from '../json.ts';
import { EventReader } from '../lines.ts';
import { withoutCredentials } from '../request-log.ts';
import type { Message, Run } from './run.ts';

/** A request to the server. */
export interface SentRequest {
  readonly method?: 'POST' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
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
export async function send(run: Run, request: SentRequest): Promise<Received> {
  const { method = 'POST', path, headers, body, outlivesCall = false, onEvent } = request;
  const { credentials } = run.call;
  const withCredentials = (shown: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...shown,
    ...headers,
  });
  const masked = withoutCredentials(credentials);
  const text = body === undefined ? '' : JSON.stringify(body);
  const startedAt = performance.now();
  const message = run.add({ method, url: path, headers: withCredentials(masked), body: text, answer: '' });
  const response = await fetch(path, {
    method,
    headers: withCredentials(credentials),
    ...(body !== undefined && { body: text }),
    cache: 'no-store',
    // Such a request is sent even if the page is closed now.
    ...(outlivesCall ? { keepalive: true } : { signal: run.signal }),
  });
  const answeredMessage: Message = { ...message, status: response.status, answerHeaders: [...response.headers] };
  run.update(answeredMessage);
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const events = new EventReader();
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let shown = '';
  let room = maxShownLength;
  let last: Json | undefined;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    const piece = decoder.decode(part.value, { stream: true });
    if (room > 0) shown += firstCharacters(piece, room);
    room -= piece.length;
    if (!isStream) pieces.push(piece);
    else {
      run.update({ ...answeredMessage, answer: shown, tookMs: performance.now() - startedAt });
      for (const event of events.read(piece)) {
        last = event;
        onEvent?.(event);
      }
    }
  }
  run.update({ ...answeredMessage, answer: shown, tookMs: performance.now() - startedAt });
  return {
    status: response.status,
    header: (name) => response.headers.get(name),
    json: isStream ? last : parseJson(pieces.join('')),
  };
}
