import type { ToolService } from '@toolwire/core/wire';
import { LineReader } from '@toolwire/internal';
import type { ModelDefinition, ServerState } from '../server-state.ts';
import { textPieces } from './event-reader.ts';
import { isFields, type JsonFields, parseJson, textOf } from './json.ts';

/** The headers with the caller's credentials. */
export type Credentials = Readonly<Record<string, string>>;

/** Returns why a browser can't send the credentials; empty if it can. */
export function problemOfCredentials(credentials: Credentials): string {
  for (const [name, value] of Object.entries(credentials)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return 'Credentials: the header must be a name such as authorization.';
    if (/[^\t -ÿ]/.test(value)) return 'Credentials: the value must have only Latin-1 characters.';
  }
  return '';
}

interface FetchOptions extends RequestInit {
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request with the caller's credentials. The browser's own error for invalid ones would not name them. */
export async function fetchWith(credentials: Credentials, url: string, options: FetchOptions = {}): Promise<Response> {
  const problem = problemOfCredentials(credentials);
  if (problem !== '') throw new Error(problem);
  return fetch(url, { cache: 'no-store', ...options, headers: { ...credentials, ...options.headers } });
}

/** A refusal of the inspector's own endpoints. */
export class ServerError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The inspector's endpoints on the server. */
export class Server {
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
  async readTasks(cursor: string | undefined, credentials: Credentials): Promise<DurablePage> {
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

/** The message of a failed request, or a fallback for a thrown value without one. */
export function messageOf(thrown: unknown, fallback: string): string {
  return thrown instanceof Error ? thrown.message : fallback;
}

function metaOf(document: Document, name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? '';
}

/** A page of durable calls, oldest first, as the server reports it. */
export type DurablePage = NonNullable<Awaited<ReturnType<NonNullable<ToolService['operatorTasks']>['list']>>>;

/** A durable call as the server reports it. */
export type DurableTask = DurablePage['tasks'][number];

/** Durable calls of all callers. */
export interface ReadTasks {
  /** The newest first. */
  readonly tasks: readonly DurableTask[];
  /** Whether newer calls were not read. */
  readonly hasMore: boolean;
}

/** A store returns up to 100 calls a page. */
const maxPages = 5;

/** Reads the first pages, which have the oldest calls. */
export async function readTasks(readPage: (cursor: string | undefined) => Promise<DurablePage>): Promise<ReadTasks> {
  const tasks: DurableTask[] = [];
  let cursor: string | undefined;
  for (let count = 0; count < maxPages; count += 1) {
    const page = await readPage(cursor);
    tasks.push(...page.tasks);
    cursor = page.nextCursor;
    if (cursor === undefined) break;
  }
  return { tasks: tasks.toSorted((left, right) => right.createdAt - left.createdAt), hasMore: cursor !== undefined };
}
