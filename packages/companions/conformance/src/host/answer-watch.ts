import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** The answers that this process gives, as node:http holds them, whatever framework is on top. */
export interface AnswerWatch {
  /** The answer to the last request for an address. */
  last(url: string): ServerResponse;
  end(): void;
}

const channel = 'http.server.request.start';

/** Starts to take down every answer of this process. */
export function watchAnswers(): AnswerWatch {
  const seen: { readonly url: string; readonly response: ServerResponse }[] = [];
  const onRequest = (message: unknown): void => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    // Taken down now: frameworks cut the path while they work.
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
