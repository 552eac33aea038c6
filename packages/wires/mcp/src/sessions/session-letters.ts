import type { MaybePromise } from '@toolwire/core';
import type { Mailbox } from '@toolwire/core/wire';
import { letProcessEnd } from '@toolwire/internal';
import { type Fields, isObject } from '../rpc/json-shape.ts';
import type { RpcId } from '../rpc/message.ts';

/** How often a process looks whether there is something for what it runs; the first time no sooner, so that short calls cost nothing. */
const lookEveryMs = 250;
/** For how long a message is left: a few looks, and no longer, as a client may use the id of a request again. */
const leftForMs = 3_000;
/** The most characters of an answer that goes to another process. */
const longestAnswer = 256 * 1024;

/** What processes tell each other of a session: that a request is cancelled, and what a client has answered. */
export class SessionLetters {
  readonly #mailbox: Mailbox;
  readonly #report: (thrown: unknown) => void;
  readonly #readers = new Map<string, (text: string) => void>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #isLooking = false;

  constructor(mailbox: Mailbox, report: (thrown: unknown) => void) {
    this.#mailbox = mailbox;
    this.#report = report;
  }

  /** Tells whoever runs a request of a session that it is cancelled. */
  cancel(session: string, id: RpcId): Promise<void> {
    return this.#leave(nameOf('cancel', session, id), '1');
  }

  /** Hands an answer to whoever has asked. */
  async answer(session: string, id: RpcId, { result }: Fields): Promise<void> {
    // Only what was asked with an id like this one was asked over HTTP.
    if (typeof id !== 'string' || !/^ask-[\da-f-]{36}$/.test(id)) return;
    const text = JSON.stringify({ result });
    if (text.length <= longestAnswer) await this.#leave(nameOf('answer', session, id), text);
  }

  /** Calls back when a request is cancelled elsewhere, until the function that it answers is called. */
  onCancelled(session: string, id: RpcId, cancel: () => void): () => void {
    return this.#read(nameOf('cancel', session, id), cancel);
  }

  /** Calls back with the answer to a question that has come elsewhere. */
  onAnswer(session: string, id: RpcId, take: (message: Fields) => void): () => void {
    return this.#read(nameOf('answer', session, id), (text) => {
      const message = JSON.parse(text) as unknown;
      take(isObject(message) ? message : {});
    });
  }

  async #leave(name: string, text: string): Promise<void> {
    await this.#safely(() => this.#mailbox.leave(name, text, leftForMs));
  }

  #read(name: string, take: (text: string) => void): () => void {
    this.#readers.set(name, take);
    if (this.#timer === undefined) {
      this.#timer = setInterval(() => void this.#look(), lookEveryMs);
      letProcessEnd(this.#timer);
    }
    return () => {
      if (this.#readers.get(name) === take) this.#readers.delete(name);
    };
  }

  async #look(): Promise<void> {
    // Not as soon as there is nothing to look for: the next call would start the timer again.
    if (this.#readers.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    if (this.#isLooking) return;
    this.#isLooking = true;
    const names = [...this.#readers.keys()];
    const texts = await this.#safely(() => this.#mailbox.collect(names));
    this.#isLooking = false;
    for (const [place, text] of texts?.entries() ?? []) {
      const name = names[place];
      if (text !== undefined && name !== undefined) await this.#safely(() => this.#readers.get(name)?.(text));
    }
  }

  // While the mailbox is away, messages are lost and nothing else.
  async #safely<T>(step: () => MaybePromise<T>): Promise<T | undefined> {
    try {
      return await step();
    } catch (thrown) {
      this.#report(thrown);
      return undefined;
    }
  }
}

function nameOf(kind: 'cancel' | 'answer', session: string, id: RpcId): string {
  return `${kind} ${session} ${JSON.stringify(id)}`;
}
