/** A failover without a failed command of this process takes longer than this. */
const failoverMs = 2_000;

/** Counts how often another server may have become the primary. A failover closes connections and fails commands. */
export class FailoverCounter {
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
