import type { RpcId } from '../json-rpc/message.ts';
import type { SessionRequest } from './session-request.ts';

/** A running request and its position in the array. */
interface Running {
  readonly id: RpcId;
  readonly request: SessionRequest;
  readonly number: number;
  index: number;
}

/** The running requests of a session, unordered. An array, since a Map that is repeatedly emptied is reallocated each time. */
export class SessionRequests {
  readonly #running: Running[] = [];
  #count = 0;

  get size(): number {
    return this.#running.length;
  }

  /** Adds a request. Pass the returned entry to `remove`. */
  add(id: RpcId, request: SessionRequest): Running {
    const running = { id, request, number: ++this.#count, index: this.#running.length };
    this.#running.push(running);
    return running;
  }

  /** Removes a request. Does nothing if it was removed before. */
  remove(running: Running): void {
    if (this.#running[running.index] !== running) return;
    const last = this.#running.pop();
    if (last === undefined || last === running) return;
    this.#running[running.index] = last;
    last.index = running.index;
  }

  /** Finds a request by its id. If a client reuses an id, the later request wins. */
  find(id: RpcId): SessionRequest | undefined {
    let latest: Running | undefined;
    for (const running of this.#running) {
      if (running.id === id && running.number > (latest?.number ?? 0)) latest = running;
    }
    return latest?.request;
  }

  /** A snapshot of all requests. */
  all(): readonly SessionRequest[] {
    return this.#running.map(({ request }) => request);
  }
}
