import { firstCharacters } from '@toolwire/internal';
import { EventReader, textPieces } from '../event-reader.ts';
import { type Json, parseJson } from '../json.ts';
import { maskCredentials } from '../mask-request.ts';
import { fetchWith } from '../requests.ts';
import type { LoggedRequest, Run } from './run.ts';

export interface SentRequest {
  readonly method?: 'POST' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
  /** Ends the request. Default: the signal of the call. */
  readonly signal?: AbortSignal | undefined;
  /** Whether the request continues after the call is canceled, also if the page is closed now. */
  readonly outlivesCall?: boolean;
  /** Called for each message of a stream. */
  readonly onEvent?: (message: Json) => void;
}

export interface Received {
  readonly status: number;
  readonly header: (name: string) => string | null;
  /** The body, or the last message of a stream. */
  readonly json: Json | undefined;
}

/** Sends a cancellation, and logs a failure. */
export async function sendCancellation(run: Run, request: SentRequest): Promise<void> {
  await send(run, { ...request, outlivesCall: true }).catch(() =>
    run.addLogLine('error', 'The cancellation was not sent.'),
  );
}

/** The maximum length of a response in the request log. */
const maxLoggedLength = 1_000_000;

/** Sends a request, and adds it to the request log of the run. */
export async function send(run: Run, request: SentRequest): Promise<Received> {
  const { method = 'POST', path, headers, body, signal = run.signal, outlivesCall = false, onEvent } = request;
  const { credentials } = run.call;
  const contentType = body === undefined ? {} : { 'content-type': 'application/json' };
  const requestBody = body === undefined ? '' : JSON.stringify(body);
  const startedAt = performance.now();
  const sent = run.addRequest({
    method,
    url: path,
    requestHeaders: { ...contentType, ...maskCredentials(credentials), ...headers },
    requestBody,
    responseBody: '',
  });
  const response = await fetchWith(credentials, path, {
    method,
    headers: { ...contentType, ...headers },
    ...(body !== undefined && { body: requestBody }),
    ...(outlivesCall ? { keepalive: true } : { signal }),
  });
  const answered: LoggedRequest = { ...sent, status: response.status, responseHeaders: [...response.headers] };
  run.updateRequest(answered);
  let responseBody = '';
  const logResponse = (): void =>
    run.updateRequest({ ...answered, responseBody, tookMs: performance.now() - startedAt });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const events = new EventReader();
  const pieces: string[] = [];
  let lastEvent: Json | undefined;
  try {
    for await (const piece of textPieces(response)) {
      responseBody += firstCharacters(piece, maxLoggedLength - responseBody.length);
      if (!isStream) {
        pieces.push(piece);
        continue;
      }
      logResponse();
      for (const event of events.read(piece)) {
        lastEvent = event;
        onEvent?.(event);
      }
    }
  } finally {
    // The connection may have broken, or the user may have canceled the call.
    logResponse();
  }
  return {
    status: response.status,
    header: (name) => response.headers.get(name),
    json: isStream ? lastEvent : parseJson(pieces.join('')),
  };
}
