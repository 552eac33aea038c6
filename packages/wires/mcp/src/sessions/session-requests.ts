import type { RpcId } from '../rpc/message.ts';
import type { SessionRequest } from './session-request.ts';

/** A request that is answered, and where it stands among the others. */
interface Running {
  readonly id: RpcId;
  readonly request: SessionRequest;
  readonly number: number;
  place: number;
}

/** The requests of a session that are not answered yet, in no order. A Map would do, but one that is emptied again and again is made anew each time. */
export class SessionRequests {
  readonly #running: Running[] = [];
  #begun = 0;

  get size(): number {
    return this.#running.length;
  }

  /** Adds a request; what it answers is for `remove`. */
  add(id: RpcId, request: SessionRequest): Running {
    const running = { id, request, number: ++this.#begun, place: this.#running.length };
    this.#running.push(running);
    return running;
  }

  remove(running: Running): void {
    const last = this.#running.pop();
    if (last === undefined || last === running) return;
    this.#running[running.place] = last;
    last.place = running.place;
  }

  /** Finds a request by its id: of two with one id, which no client may have, the later one. */
  find(id: RpcId): SessionRequest | undefined {
    let latest: Running | undefined;
    for (const running of this.#running) {
      if (running.id === id && running.number > (latest?.number ?? 0)) latest = running;
    }
    return latest?.request;
  }

  /** All of them, as they are now. */
  all(): readonly SessionRequest[] {
    return this.#running.map(({ request }) => request);
  }
}
