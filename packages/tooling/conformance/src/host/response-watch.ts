import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** The responses of this process as node:http objects, for any framework. */
export interface ResponseWatch {
  /** Returns the response to the last request for a URL. */
  last(url: string): ServerResponse;
  end(): void;
}

const channel = 'http.server.request.start';

/** Starts recording every response of this process. */
export function watchResponses(): ResponseWatch {
  const seen: { readonly url: string; readonly response: ServerResponse }[] = [];
  const onRequest = (message: unknown): void => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    // Recorded now, because frameworks change `url` later.
    seen.push({ url: request.url ?? '', response });
  };
  subscribe(channel, onRequest);
  return {
    last: (wanted) => {
      const found = seen.findLast(({ url }) => url === wanted);
      if (found === undefined) throw new Error(`No request for ${wanted} has come to a server of node:http.`);
      return found.response;
    },
    end: () => void unsubscribe(channel, onRequest),
  };
}
