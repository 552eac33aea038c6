import type { MaybePromise } from '@toolwire/core';
import { type Fields, isObject, type Mailbox } from '@toolwire/core/wire';
import { unrefTimer } from '@toolwire/internal';
import type { RpcId } from '../json-rpc/message.ts';

/** The polling interval. The first poll is delayed too, so that short calls never poll. */
const pollIntervalMs = 250;
/** The lifetime of a message: a few polls. Short, since a client may reuse a request ID. */
const messageTtlMs = 3_000;
/** The maximum length of an answer that is sent to another process. */
const maxAnswerLength = 256 * 1024;

/** Creates the ID of a request to the client, by which another process recognizes the answer. */
export function createAskId(): string {
  return `ask-${crypto.randomUUID()}`;
}

const askId = /^ask-[\da-f-]{36}$/;

/** Sends cancellations and input of a session to the process that runs the request. */
export class SessionMailbox {
  readonly #mailbox: Mailbox;
  readonly #report: (thrown: unknown) => void;
  readonly #readers = new Map<string, (text: string) => void>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #isPolling = false;

  constructor(mailbox: Mailbox, report: (thrown: unknown) => void) {
    this.#mailbox = mailbox;
    this.#report = report;
  }

  /** Cancels a request of a session in another process. */
  cancel(session: string, id: RpcId): Promise<void> {
    return this.#send(keyOf('cancel', session, id), '1');
  }

  /** Sends an answer to the process that requested it. */
  async forwardAnswer(session: string, id: RpcId | null, { result }: Fields): Promise<void> {
    // Requests over HTTP have no other IDs.
    if (typeof id !== 'string' || !askId.test(id)) return;
    const text = JSON.stringify({ result });
    if (text.length <= maxAnswerLength) await this.#send(keyOf('answer', session, id), text);
  }

  /** Calls back when another process receives the cancellation of a request. Returns a function that unsubscribes. */
  onCanceled(session: string, id: RpcId, cancel: () => void): () => void {
    return this.#subscribe(keyOf('cancel', session, id), cancel);
  }

  /** Calls back when another process receives the answer to a request. Returns a function that unsubscribes. */
  onAnswer(session: string, id: RpcId, onMessage: (message: Fields) => void): () => void {
    return this.#subscribe(keyOf('answer', session, id), (text) => {
      const message = JSON.parse(text) as unknown;
      onMessage(isObject(message) ? message : {});
    });
  }

  async #send(name: string, text: string): Promise<void> {
    await this.#safely(() => this.#mailbox.leave(name, text, messageTtlMs));
  }

  #subscribe(name: string, onMessage: (text: string) => void): () => void {
    this.#readers.set(name, onMessage);
    if (this.#timer === undefined) {
      this.#timer = setInterval(() => void this.#poll(), pollIntervalMs);
      unrefTimer(this.#timer);
    }
    return () => {
      if (this.#readers.get(name) === onMessage) this.#readers.delete(name);
    };
  }

  async #poll(): Promise<void> {
    // The timer stops only now, so that frequent calls don't restart it each time.
    if (this.#readers.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    if (this.#isPolling) return;
    this.#isPolling = true;
    const names = [...this.#readers.keys()];
    const texts = await this.#safely(() => this.#mailbox.collect(names));
    this.#isPolling = false;
    for (const [index, text] of texts?.entries() ?? []) {
      const name = names[index];
      if (text !== undefined && name !== undefined) await this.#safely(() => this.#readers.get(name)?.(text));
    }
  }

  // While the mailbox is unavailable, messages are lost but calls continue.
  async #safely<T>(step: () => MaybePromise<T>): Promise<T | undefined> {
    try {
      return await step();
    } catch (thrown) {
      this.#report(thrown);
      return undefined;
    }
  }
}

function keyOf(kind: 'cancel' | 'answer', session: string, id: RpcId): string {
  return `${kind} ${session} ${JSON.stringify(id)}`;
}
