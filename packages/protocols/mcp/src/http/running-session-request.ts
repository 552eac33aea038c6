import type { Lifetime } from '@toolwire/core';
import { LazySignal } from '@toolwire/internal';
import type { RpcId } from '../json-rpc/message.ts';
import type { Notify } from '../json-rpc/requests.ts';

/** The transport of a request and its response. */
export interface RequestTransport {
  readonly connection: ClientConnection;
  /** Sends on the stream of the request, if it has one. */
  readonly notify: Notify | undefined;
  /** Whether the request is canceled when its connection closes. Only for requests that only wait, because the end counts as deliberate. */
  readonly endsWithConnection: boolean;
}

/** A running request of a session. Cancellation or the end of the session ends it, but normally not a closed connection. */
export class RunningSessionRequest extends LazySignal implements Lifetime {
  readonly id: RpcId;
  readonly endsDeliberately = true;
  readonly #connection: ClientConnection;
  readonly #notify: Notify | undefined;
  #isCanceled = false;

  constructor(id: RpcId, { connection, endsWithConnection, notify }: RequestTransport) {
    super(endsWithConnection ? connection : undefined);
    this.id = id;
    this.#connection = connection;
    this.#notify = notify;
  }

  get isCanceled(): boolean {
    return this.#isCanceled;
  }

  /** The stream of the request while it is read. */
  get openStream(): Notify | undefined {
    return this.#notify === undefined || this.#isCanceled || this.#connection.signal.aborted ? undefined : this.#notify;
  }

  cancel(): void {
    this.#isCanceled = true;
    this.abort(new DOMException('The request was canceled', 'AbortError'));
    this.#connection.cancel?.();
  }
}

/** The connection of a waiting client. */
export interface ClientConnection extends Lifetime {
  /** Ends the connection without a response, where that is possible. */
  readonly cancel?: (() => void) | undefined;
}
