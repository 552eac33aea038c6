import type { DurablePage } from './call-state.ts';
import { isFields, type JsonFields, parseJson, textOf } from './json.ts';
import { LineReader } from './lines.ts';
import type { ModelDefinition, ServerState } from './tool.ts';

/** The inspector's endpoints on the server. */
export interface Server {
  /** The mount path of the server, without a trailing slash. */
  readonly base: string;
  /** Reads the tools and protocols. */
  readonly readState: (credentials: Readonly<Record<string, string>>) => Promise<ServerState>;
  /** Reads the model definitions of a tool. */
  readonly readModels: (
    toolKey: string,
    credentials: Readonly<Record<string, string>>,
  ) => Promise<{ readonly apis: readonly ModelDefinition[] }>;
  /** Reads a page of the durable calls of all callers. */
  readonly readTasks: (
    cursor: string | undefined,
    credentials: Readonly<Record<string, string>>,
  ) => Promise<DurablePage>;
  /** Cancels or repeats a durable call. */
  readonly changeTask: (
    id: string,
    action: 'cancel' | 'retry',
    credentials: Readonly<Record<string, string>>,
  ) => Promise<void>;
  /** Reads live events until the signal aborts or the server stops. */
  readonly readFeed: (
    credentials: Readonly<Record<string, string>>,
    signal: AbortSignal,
    onLine: (line: JsonFields) => void,
  ) => Promise<void>;
}

/** A refusal of the inspector's own endpoints. */
export class ServerError extends Error {
  override readonly name = 'ServerError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Finds the server with the meta tags of the page. */
export function findServer(document: Document): Server {
  const token = metaOf(document, 'inspector-token');
  const path = metaOf(document, 'inspector-path');
  const here = document.location.pathname.replace(/\/$/, '');
  const base = here.endsWith(path) ? here.slice(0, -path.length) : '';
  const send = async (
    name: string,
    credentials: Readonly<Record<string, string>>,
    { signal, method = 'GET' }: { readonly signal?: AbortSignal; readonly method?: 'GET' | 'POST' } = {},
  ): Promise<Response> => {
    const headers = { ...credentials, 'x-toolwire-inspector': token };
    const response = await fetch(`${base}${path}/${name}`, {
      method,
      headers,
      cache: 'no-store',
      ...(signal !== undefined && { signal }),
    });
    if (response.ok) return response;
    const refused = parseJson(await response.text());
    throw new ServerError(
      response.status,
      textOf(refused, 'message') ?? `The server responded with status ${response.status}.`,
    );
  };
  return {
    base,
    readState: async (credentials) => (await (await send('state', credentials)).json()) as ServerState,
    async readModels(key, credentials) {
      const response = await send(`models?tool=${encodeURIComponent(key)}`, credentials);
      return (await response.json()) as { readonly apis: readonly ModelDefinition[] };
    },
    async readTasks(cursor, credentials) {
      const query = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`;
      return (await (await send(`tasks${query}`, credentials)).json()) as DurablePage;
    },
    async changeTask(id, action, credentials) {
      const query = new URLSearchParams({ id, action });
      await send(`tasks?${query.toString()}`, credentials, { method: 'POST' });
    },
    async readFeed(credentials, signal, onLine) {
      const response = await send('feed', credentials, { signal });
      const reader = response.body?.getReader();
      const decoder = new TextDecoder();
      const lines = new LineReader();
      for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
        for (const line of lines.read(decoder.decode(part.value, { stream: true }))) {
          const value = parseJson(line);
          if (isFields(value)) onLine(value);
        }
      }
    },
  };
}

function metaOf(document: Document, name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? '';
}
