import { isUnknownScript } from './errors.ts';
import { isDisconnected, type RedisClient, send as sendTo } from './redis-client.ts';
import type { Script } from './script.ts';
import { createWriteBatching } from './write-batching.ts';

/** After this much silence, only one command per second is sent. */
const silenceMs = 1_000;

/** Sends commands, and fails at once if no reply can be expected. */
export class Connection {
  readonly failovers: FailoverCounter = new FailoverCounter();
  readonly #client: RedisClient;
  readonly #batchWrites: () => void;
  #pending = 0;
  /** The time of the last reply, or of the first command that waits for one. */
  #silentSince = 0;
  #lastSentAt = 0;
  /** The silences that were checked and confirmed, identified by their start. */
  #checkedSilence: number | undefined;
  #confirmedSilence: number | undefined;

  constructor(client: RedisClient) {
    this.#client = client;
    this.#batchWrites = createWriteBatching(client);
  }

  /**
   * Runs a script by its digest, or in full if Redis doesn't know it yet or has forgotten it. The script then gets `unknown` as an extra
   * value. Throws synchronously if nothing was sent.
   */
  run(script: Script, keys: readonly string[], values: readonly string[]): Promise<unknown> {
    const rest = [String(keys.length), ...keys, ...values];
    return this.send(['EVALSHA', script.sha, ...rest]).catch((error: unknown) => {
      if (!isUnknownScript(error)) throw error;
      return this.send(['EVAL', script.text, ...rest, 'unknown']);
    });
  }

  /** Sends one command. Throws synchronously if nothing was sent. */
  send(command: readonly [string, ...string[]]): Promise<unknown> {
    this.#checkResponsive();
    this.#batchWrites();
    // Before the command, so that a pause is not hidden by its success.
    this.failovers.count();
    const reply = sendTo(this.#client, command);
    if (this.#pending === 0) this.#silentSince = performance.now();
    this.#pending += 1;
    this.#lastSentAt = performance.now();
    const settled = (): void => {
      this.#pending -= 1;
      this.#silentSince = performance.now();
      // For the commands that follow this reply, also those of other users of the client.
      this.#batchWrites();
    };
    reply.then(
      () => {
        this.failovers.succeeded();
        settled();
      },
      (error: unknown) => {
        // An unknown script is not a sign of a failover: the script itself checks a server that doesn't know it.
        if (!isUnknownScript(error)) this.failovers.failed();
        settled();
      },
    );
    return reply;
  }

  #checkResponsive(): void {
    if (isDisconnected(this.#client)) throw new Error('The Redis client is not connected.');
    const now = performance.now();
    if (this.#pending === 0 || now - this.#silentSince <= silenceMs || !this.#isConfirmed()) return;
    // One command per second detects that Redis responds again.
    if (now - this.#lastSentAt < silenceMs) {
      throw new Error(`Redis has not responded for ${Math.round(now - this.#silentSince)} milliseconds.`);
    }
  }

  /** Whether Redis was silent, and not this process too busy to read from its socket. The first call only starts the check. */
  #isConfirmed(): boolean {
    const silence = this.#silentSince;
    if (this.#checkedSilence !== silence) {
      this.#checkedSilence = silence;
      afterSocketReads(() => {
        this.#confirmedSilence = silence;
      });
    }
    return this.#confirmedSilence === silence;
  }
}

// Between the two, the event loop reads all sockets, and any reply starts another silence.
function afterSocketReads(then: () => void): void {
  setImmediate(() => setImmediate(then));
}

/** A failover without a failed command of this process takes longer than this. */
const failoverMs = 2_000;

/** Counts how often another server may have become the primary. A failover closes connections and fails commands. */
class FailoverCounter {
  #count = 0;
  /** The time of the last success, or the time at which the pause since then was counted. */
  #quietSince = Number.NEGATIVE_INFINITY;

  succeeded(): void {
    this.#quietSince = performance.now();
  }

  failed(): void {
    this.#count += 1;
  }

  /** Returns the count. A long pause since the last success counts once, because a failover may have happened unnoticed. */
  count(): number {
    const now = performance.now();
    if (now - this.#quietSince > failoverMs) {
      this.#quietSince = now;
      this.#count += 1;
    }
    return this.#count;
  }
}
