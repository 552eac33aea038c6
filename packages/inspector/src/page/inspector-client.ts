import { LineReader } from '@toolwire/internal';
import type { ModelDefinition, ServerState } from '../server-state.ts';
import type { DurablePage } from './durable-tasks.ts';
import { textPieces } from './event-reader.ts';
import { isFields, type JsonFields, parseJson, textOf } from './json.ts';
import { type Credentials, fetchWith } from './requests.ts';

/** A refusal of the inspector's own endpoints. */
export class ServerError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Calls the endpoints of the inspector on the server. */
export class InspectorClient {
  /** The mount path of the server, without a trailing slash. */
  readonly base: string;
  readonly #path: string;
  readonly #token: string;

  /** Finds the server with the meta tags of the page. */
  constructor(document: Document) {
    this.#token = metaOf(document, 'inspector-token');
    this.#path = metaOf(document, 'inspector-path');
    const pagePath = document.location.pathname.replace(/\/$/, '');
    this.base = pagePath.endsWith(this.#path) ? pagePath.slice(0, -this.#path.length) : '';
  }

  async readState(credentials: Credentials): Promise<ServerState> {
    return (await (await this.#send('state', credentials)).json()) as ServerState;
  }

  async readModels(key: string, credentials: Credentials): Promise<readonly ModelDefinition[]> {
    const response = await this.#send(`models?tool=${encodeURIComponent(key)}`, credentials);
    const { apis } = (await response.json()) as { readonly apis: readonly ModelDefinition[] };
    return apis;
  }

  /** Reads a page of the durable calls of all callers. */
  async readTaskPage(cursor: string | undefined, credentials: Credentials): Promise<DurablePage> {
    const query = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`;
    return (await (await this.#send(`tasks${query}`, credentials)).json()) as DurablePage;
  }

  /** Cancels or repeats a durable call. */
  async changeTask(id: string, action: 'cancel' | 'retry', credentials: Credentials): Promise<void> {
    const query = new URLSearchParams({ id, action });
    await this.#send(`tasks?${query.toString()}`, credentials, { method: 'POST' });
  }

  /** Reads live events until the signal aborts or the server stops. */
  async readFeed(credentials: Credentials, signal: AbortSignal, onLine: (line: JsonFields) => void): Promise<void> {
    const response = await this.#send('feed', credentials, { signal });
    const lines = new LineReader();
    for await (const piece of textPieces(response)) {
      for (const line of lines.read(piece)) {
        const value = parseJson(line);
        if (isFields(value)) onLine(value);
      }
    }
  }

  async #send(endpoint: string, credentials: Credentials, options: RequestInit = {}): Promise<Response> {
    const response = await fetchWith(credentials, `${this.base}${this.#path}/${endpoint}`, {
      ...options,
      headers: { 'x-toolwire-inspector': this.#token },
    });
    if (response.ok) return response;
    const message = textOf(parseJson(await response.text()), 'message');
    throw new ServerError(response.status, message ?? `The server responded with status ${response.status}.`);
  }
}

function metaOf(document: Document, name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? '';
}
