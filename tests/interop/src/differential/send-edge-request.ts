import { request as send } from 'node:http';
import type { EdgeRequest } from './edge-request.ts';

/** What came back, with the messages that the body held. */
export interface EdgeAnswer {
  readonly status: number;
  readonly contentType: string | undefined;
  /** JSON is parsed, and other content stays text. */
  readonly messages: readonly unknown[];
}

/** Sends a raw request on a separate connection, and reads the response, or the beginning of a stream. */
export function sendEdgeRequest(url: string, { method, headers, body, take }: EdgeRequest): Promise<EdgeAnswer> {
  return new Promise((resolve, reject) => {
    const sent = send(url, { method, headers, agent: false }, (response) => {
      const contentType = response.headers['content-type'];
      const { statusCode: status = 0 } = response;
      let text = '';
      const finish = (): void => resolve({ status, contentType, messages: messagesOf(text, contentType) });
      response.setEncoding('utf8').on('error', reject).on('end', finish);
      response.on('data', (chunk: string) => {
        text += chunk;
        if (take === undefined || messagesOf(text, contentType).length < take) return;
        finish();
        sent.destroy();
      });
    });
    sent.on('error', reject).end(body);
  });
}

function messagesOf(text: string, contentType: string | undefined): readonly unknown[] {
  if (text === '') return [];
  if (contentType?.startsWith('text/event-stream') !== true) return [read(text)];
  const data = text
    .split('\n\n')
    .flatMap((event) => event.split('\n').filter((line) => line.startsWith('data:')))
    .map((line) => line.slice('data:'.length).trim());
  return data.filter((line) => line !== '').map(read);
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
