import { createWriteJoiner } from './join-writes.ts';
import { isAway, type RedisClient, send } from './redis-client.ts';
import type { Script } from './script.ts';

/** How long Redis may be silent before it is asked only now and then. */
const silenceMs = 1_000;

/** Runs scripts through a client, and fails at once where waiting would be in vain. */
export class Connection {
  readonly #client: RedisClient;
  readonly #joinWrites: () => void;
  #unanswered = 0;
  /** Since when there has been no answer, while there is one to wait for. */
  #silentSince = 0;
  #lastSentAt = 0;
  /** The silences, by when they began, of which proof was asked and given. */
  #asked: number | undefined;
  #proven: number | undefined;

  constructor(client: RedisClient) {
    this.#client = client;
    this.#joinWrites = createWriteJoiner(client);
  }

  /**
   * Runs a script by its name, and in full where Redis does not know it yet, or has forgotten it, which the script is told by one more
   * value. Throws at once where nothing is sent.
   */
  run(script: Script, keys: readonly string[], values: readonly string[]): Promise<unknown> {
    const rest = [String(keys.length), ...keys, ...values];
    return this.send(['EVALSHA', script.sha, ...rest]).catch((error: unknown) => {
      if (!isUnknownScript(error)) throw error;
      return this.send(['EVAL', script.text, ...rest, 'unknown']);
    });
  }

  /** Sends one command. Throws at once where nothing is sent. */
  send(command: readonly [string, ...string[]]): Promise<unknown> {
    this.#checkPresence();
    this.#joinWrites();
    const answer = send(this.#client, command);
    if (this.#unanswered === 0) this.#silentSince = performance.now();
    this.#unanswered += 1;
    this.#lastSentAt = performance.now();
    const answered = (): void => {
      this.#unanswered -= 1;
      this.#silentSince = performance.now();
      // What follows from this answer, also by others who have the client.
      this.#joinWrites();
    };
    answer.then(answered, answered);
    return answer;
  }

  #checkPresence(): void {
    if (isAway(this.#client)) throw new Error('The Redis client is not connected.');
    const now = performance.now();
    if (this.#unanswered === 0 || now - this.#silentSince <= silenceMs || !this.#isProven()) return;
    // One command a second still goes out: it learns when Redis answers again.
    if (now - this.#lastSentAt < silenceMs) {
      throw new Error(`Redis has not answered for ${Math.round(now - this.#silentSince)} milliseconds.`);
    }
  }

  /** Whether it is Redis that was silent, and not this process that was too busy to read what lies in its socket. */
  #isProven(): boolean {
    const silence = this.#silentSince;
    if (this.#asked !== silence) {
      this.#asked = silence;
      afterOneTurn(() => {
        this.#proven = silence;
      });
    }
    return this.#proven === silence;
  }
}

// Between the two the event loop reads from all sockets, and an answer begins another silence.
function afterOneTurn(then: () => void): void {
  setImmediate(() => setImmediate(then));
}

function isUnknownScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('NOSCRIPT');
}
