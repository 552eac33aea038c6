import type { ThreadCallContext } from './call-context.ts';
import { deserializeError, serializeError } from './serialized-error.ts';
import { type FromThread, runContextFunction, type ToThread } from './thread-messages.ts';

/** How a call ended. */
export type CallEnd = { readonly value: unknown } | { readonly thrown: unknown };

/** A message from a thread about its call. */
export type CallMessage = Exclude<FromThread, { readonly kind: 'ready' | 'loaded' }>;

interface CallConnection {
  readonly post: (message: ToThread) => void;
  readonly onEnd: (end: CallEnd) => void;
}

/** A call that runs in a thread, as the main thread sees it: runs the functions of its context for the tool. */
export class RunningCall {
  readonly #context: ThreadCallContext;
  readonly #connection: CallConnection;
  /** The errors of failed requests by request ID. The tool may rethrow them, and the caller then gets the original. */
  readonly #refusals = new Map<number, unknown>();
  #hasEnded = false;

  constructor(context: ThreadCallContext, connection: CallConnection) {
    this.#context = context;
    this.#connection = connection;
  }

  /** Ends the call, once. */
  end(end: CallEnd): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#connection.onEnd(end);
  }

  /** Throws if a function of the context throws. */
  receive(message: CallMessage): void {
    if (this.#hasEnded) return;
    switch (message.kind) {
      case 'progress':
        this.#context.progress?.(message.done, message.total, message.message);
        return;
      case 'log':
        this.#context.log?.[message.level](
          message.error ? deserializeError(message.error) : message.about,
          message.message,
        );
        return;
      case 'request':
        void this.#answer(message);
        return;
      case 'returned':
        this.end({ value: message.value });
        return;
      case 'threw': {
        const { refusal, error } = message;
        this.end({ thrown: refusal === undefined ? deserializeError(error) : this.#refusals.get(refusal) });
      }
    }
  }

  async #answer({ id, name, argument }: FromThread & { readonly kind: 'request' }): Promise<void> {
    try {
      this.#reply({ kind: 'answer', id, value: await runContextFunction(name, argument, this.#context) });
    } catch (error) {
      this.#refusals.set(id, error);
      this.#reply({ kind: 'refusal', id, error: serializeError(error) });
    }
  }

  /** Sends nothing once the call has ended, because the requests of the next call have the same IDs. */
  #reply(message: ToThread): void {
    if (!this.#hasEnded) this.#connection.post(message);
  }
}
