import type { Lifetime } from '@toolwire/core';
import type { RpcId } from '../json-rpc/message.ts';
import type { Notify } from '../json-rpc/message-context.ts';

/** The transport of a request and its response. */
export interface RequestTransport {
  readonly connection: ClientConnection;
  /** Sends on the stream of the request, if it has one. */
  readonly notify: Notify | undefined;
  /** Whether the request is canceled when its connection closes. */
  readonly endsWithConnection: boolean;
}

/** A running request of a session. Cancellation or the end of the session ends it, but normally not a closed connection. */
export class RunningSessionRequest implements Lifetime {
  readonly id: RpcId;
  readonly endsDeliberately = true;
  readonly #connection: ClientConnection;
  readonly #endsWithConnection: boolean;
  readonly #notify: Notify | undefined;
  #controller: AbortController | undefined;
  #isCanceled = false;

  constructor(id: RpcId, { connection, endsWithConnection, notify }: RequestTransport) {
    this.id = id;
    this.#connection = connection;
    this.#endsWithConnection = endsWithConnection;
    this.#notify = notify;
  }

  get isCanceled(): boolean {
    return this.#isCanceled;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      this.#controller = controller;
      const connection = this.#endsWithConnection ? this.#connection.signal : undefined;
      if (this.#isCanceled || connection?.aborted === true) controller.abort();
      else connection?.addEventListener('abort', () => controller.abort(), { once: true });
    }
    return this.#controller.signal;
  }

  /** The stream of the request while it is read. */
  get openStream(): Notify | undefined {
    return this.#notify === undefined || this.#isCanceled || this.#connection.signal.aborted ? undefined : this.#notify;
  }

  cancel(): void {
    this.#isCanceled = true;
    this.#controller?.abort();
    this.#connection.release?.();
  }
}

/** The connection of a waiting client. */
export interface ClientConnection extends Lifetime {
  /** Ends the connection without a response, where that is possible. */
  readonly release?: (() => void) | undefined;
}
