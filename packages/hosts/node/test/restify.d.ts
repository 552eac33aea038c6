declare module 'restify' {
  import type { IncomingMessage, Server, ServerResponse } from 'node:http';

  type Handler = (request: IncomingMessage, response: ServerResponse, next: (stop?: false | Error) => void) => void;

  /** As much of restify as its test needs; its own types lag behind. */
  interface Restify {
    readonly server: Server;
    pre(handler: Handler): void;
    get(path: string, handler: Handler): void;
  }

  export function createServer(): Restify;
}
