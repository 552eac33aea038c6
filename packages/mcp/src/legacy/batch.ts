import { type Decoded, decodeMessage } from '../decode.ts';
import { type Dialect, modernDialect, unknownId } from '../dialect.ts';
import { type Answer, errorAnswer, rpcCodes } from '../rpc/json-rpc.ts';
import type { RpcRequest } from '../rpc/message.ts';
import { hasEnvelope } from '../rpc/meta-keys.ts';

/** The messages of a batch, or why it is none. */
export type Batch =
  | { readonly messages: readonly Decoded[]; readonly problem?: undefined }
  | { readonly problem: string };

/** The most messages of a batch; each may be a call. */
const longestBatch = 100;

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

/** The answers to a batch as one list, sent when the last is there; where there are none, nothing is. */
export class BatchAnswers {
  readonly #send: (text: string) => void;
  readonly #texts: string[] = [];
  #missing = 0;

  constructor(send: (text: string) => void) {
    this.#send = send;
  }

  /** Waits for one more answer, which may turn out to be none. */
  expect(): (text: string | undefined) => void {
    this.#missing++;
    return (text) => {
      if (text !== undefined) this.#texts.push(text);
      if (--this.#missing === 0 && this.#texts.length > 0) this.#send(`[${this.#texts.join(',')}]`);
    };
  }
}
