import { internalError, invalidRequest } from '../json-rpc/errors.ts';
import { type DecodedMessage, declaresVersion, decodeMessage, type RpcId } from '../json-rpc/message.ts';
import { errorText } from '../json-rpc/responses.ts';
import { modernRevision, type Revision, unreadableId } from '../json-rpc/revisions.ts';

/** The messages of a batch, or why it is invalid. */
export type Batch =
  | { readonly messages: readonly DecodedMessage[]; readonly problem?: undefined }
  | { readonly problem: string };

/** The maximum number of messages per batch. Each may be a call. */
const maxMessages = 20;
/** The maximum total length of the responses: the default limit of a single result. */
const maxResponseLength = 10 * 1024 * 1024;

/** Decodes a batch, if the revision supports batches. */
export function readBatch(values: readonly unknown[], revision: Revision): Batch {
  if (!revision.batches) return { problem: noBatches(revision) };
  if (values.length === 0) return { problem: 'A batch holds at least one message' };
  if (values.length > maxMessages) return { problem: `A batch holds at most ${maxMessages} messages` };
  const messages = values.map(decodeMessage);
  return messages.some((message) => 'meta' in message && declaresVersion(message))
    ? { problem: noBatches(modernRevision) }
    : { messages };
}

/** The problem of a batch in a revision that has none. */
export function noBatches({ version }: Revision): string {
  return `Version ${version} has no batches: send one message at a time`;
}

/** Passes each message of a batch to `handle`, and sends the responses as one array. `respond` is for requests. */
export function runBatch(
  messages: readonly DecodedMessage[],
  revision: Revision,
  send: (text: string | undefined) => void,
  handle: (message: DecodedMessage, respond: (text: string | undefined) => void) => void,
): void {
  const responses = new BatchResponses(send);
  const allRead = responses.expect();
  for (const message of messages) {
    const refusal = refuseInBatch(message, revision);
    if (refusal !== undefined) responses.expect()(refusal);
    else handle(message, message.kind === 'request' ? responses.expect(message.id) : () => undefined);
  }
  allRead(undefined);
}

/** The error response for a message that is not allowed in a batch. */
function refuseInBatch(message: DecodedMessage, revision: Revision): string | undefined {
  if (message.kind === 'malformed') {
    return errorText(message.id ?? unreadableId(revision), invalidRequest(message.problem));
  }
  const isInitialize = message.kind === 'request' && message.method === 'initialize';
  return isInitialize ? errorText(message.id, invalidRequest('initialize must not be in a batch')) : undefined;
}

/** Collects the responses to a batch in order, and sends them as one array when all are present. Sends nothing if all are omitted. */
class BatchResponses {
  readonly #send: (text: string | undefined) => void;
  readonly #responses: (string | undefined)[] = [];
  #pending = 0;
  #length = 0;

  constructor(send: (text: string | undefined) => void) {
    this.#send = send;
  }

  /** Reserves the response to one message. `undefined` omits it. */
  expect(id?: RpcId): (text: string | undefined) => void {
    const index = this.#responses.push(undefined) - 1;
    this.#pending++;
    return (text) => {
      this.#responses[index] = text === undefined ? undefined : this.#limited(text, id);
      if (--this.#pending > 0) return;
      const texts = this.#responses.filter((response) => response !== undefined);
      this.#send(texts.length === 0 ? undefined : `[${texts.join(',')}]`);
    };
  }

  // The client must learn that the call ran, so an error replaces a result that is too long.
  #limited(text: string, id: RpcId | undefined): string {
    const isLong = this.#length + text.length > maxResponseLength;
    const sent = isLong ? errorText(id, responseTooLong) : text;
    this.#length += sent.length;
    return sent;
  }
}

const responseTooLong = internalError(
  'The request ran, but its result was omitted, because the response to the batch is too long. Send it without a batch.',
);
