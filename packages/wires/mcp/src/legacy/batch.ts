import { type Dialect, modernDialect, unknownId } from '../revisions/dialect.ts';
import { type Decoded, decodeMessage } from '../rpc/decode.ts';
import { type Answer, errorAnswer, errorText, type RpcError, rpcCodes } from '../rpc/json-rpc.ts';
import type { RpcId, RpcRequest } from '../rpc/message.ts';
import { hasEnvelope } from '../rpc/meta-keys.ts';

/** The messages of a batch, or why it is none. */
export type Batch =
  | { readonly messages: readonly Decoded[]; readonly problem?: undefined }
  | { readonly problem: string };

/** The most messages of a batch; each may be a call. */
const longestBatch = 20;
/** The most characters of the answers to a batch, which is as much as a single result may have by default. */
const longestAnswers = 10 * 1024 * 1024;

/** Reads a batch, where the revision has them. */
export function readBatch(values: readonly unknown[], { batches, version }: Dialect): Batch {
  if (!batches) return { problem: `Version ${version} has no batches: send one message at a time` };
  if (values.length === 0) return { problem: 'A batch holds at least one message' };
  if (values.length > longestBatch) return { problem: `A batch holds at most ${longestBatch} messages` };
  const messages = values.map(decodeMessage);
  return messages.some((message) => 'meta' in message && hasEnvelope(message))
    ? { problem: `Version ${modernDialect.version} has no batches: send one message at a time` }
    : { messages };
}

/** The answer to a message that may not be in a batch; `undefined` for all others. */
export function refuseInBatch(message: Decoded, dialect: Dialect): Answer | undefined {
  if (message.kind === 'malformed') {
    const error = { code: rpcCodes.invalidRequest, message: message.problem };
    return errorAnswer(message.id ?? unknownId(dialect), error);
  }
  return message.kind === 'request' && message.method === 'initialize' ? refuseInitialize(message) : undefined;
}

function refuseInitialize({ id }: RpcRequest): Answer {
  return errorAnswer(id, { code: rpcCodes.invalidRequest, message: 'initialize stands alone, and in no batch' });
}

/** The answers to a batch as one list in the order of its messages, sent when the last is there; where there are none, nothing is. */
export class BatchAnswers {
  readonly #send: (text: string | undefined) => void;
  readonly #texts: (string | undefined)[] = [];
  #missing = 0;
  #length = 0;

  constructor(send: (text: string | undefined) => void) {
    this.#send = send;
  }

  /** Waits for the answer to one more message, which may turn out to be none. */
  expect(id?: RpcId): (text: string | undefined) => void {
    const place = this.#texts.push(undefined) - 1;
    this.#missing++;
    return (text) => {
      this.#texts[place] = text === undefined ? undefined : this.#fitting(text, id);
      if (--this.#missing > 0) return;
      const texts = this.#texts.filter((one) => one !== undefined);
      this.#send(texts.length === 0 ? undefined : `[${texts.join(',')}]`);
    };
  }

  // The call has run, and its client must learn that: it is told in place of what does not fit.
  #fitting(text: string, id: RpcId | undefined): string {
    const isLong = this.#length + text.length > longestAnswers;
    const sent = isLong ? errorText(id, leftOut) : text;
    this.#length += sent.length;
    return sent;
  }
}

const leftOut: RpcError = {
  code: rpcCodes.internal,
  message: 'The request was served, and its answer left out: those to its batch are too long together. Send it alone.',
};
