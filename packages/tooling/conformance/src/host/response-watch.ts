import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Records responses of this process as node:http objects, for any framework. */
export interface ResponseWatch {
  /** Returns the response to the last request for a URL. */
  last(url: string): ServerResponse;
  end(): void;
}

const channel = 'http.server.request.start';

/** Starts recording every response of this process. */
export function watchResponses(): ResponseWatch {
  const requests: { readonly url: string; readonly response: ServerResponse }[] = [];
  const onRequest = (message: unknown): void => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    // Recorded now, because frameworks change `url` later.
    requests.push({ url: request.url ?? '', response });
  };
  subscribe(channel, onRequest);
  return {
    last: (url) => {
      const request = requests.findLast((candidate) => candidate.url === url);
      if (request === undefined) throw new Error(`No node:http server received a request for ${url}.`);
      return request.response;
    },
    end: () => void unsubscribe(channel, onRequest),
  };
}
