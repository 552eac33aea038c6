import type { IncomingMessage, ServerResponse } from 'node:http';

/** A context as Koa 2 and 3 both hand it over, whatever the app has put on it. */
export interface KoaContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** With a `body` once a parser has read it; Koa's own typings do not know of that. */
  readonly request: object;
  status: number;
  body: unknown;
  respond?: boolean | undefined;
  set(name: string, value: string): void;
}

/** Koa middleware. */
export type KoaMiddleware<Context> = (context: Context, next: () => Promise<unknown>) => Promise<void>;
