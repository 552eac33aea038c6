import { startTimer } from '@toolwire/internal';

/** How long a call waits for a call that runs alone, before another worker gets it. */
const waitMs = 1_000;

/** Lets calls of one worker run concurrently, and suspected causes of crashes alone. No other call starts before a waiting suspect. */
export class CrashSuspectGate {
  #running = 0;
  #runsAlone = false;
  #closed = false;
  /** Resolvers of waiting suspects; called with whether the suspect is admitted. */
  readonly #suspects: ((isAdmitted: boolean) => void)[] = [];
  readonly #waiting = new Set<() => void>();

  /** Admits a call; `false` if another worker should run it, or this one later. Call `leave` at its end. */
  enter(): boolean | Promise<boolean> {
    if (this.#admit()) return true;
    if (this.#closed) return false;
    return new Promise((resolve) => {
      const done = (): void => {
        stopTimer();
        this.#waiting.delete(done);
        resolve(this.#admit());
      };
      const stopTimer = startTimer(waitMs, done);
      this.#waiting.add(done);
    });
  }

  /** Admits a suspect when no other call runs; `false` if the worker stops first. Call `leave` at its end. */
  enterAlone(): boolean | Promise<boolean> {
    if (this.#closed) return false;
    return new Promise((resolve) => {
      this.#suspects.push(resolve);
      this.#next();
    });
  }

  leave(): void {
    this.#running -= 1;
    this.#runsAlone = false;
    this.#next();
  }

  /** Admits no further calls. */
  close(): void {
    this.#closed = true;
    for (const admit of this.#suspects.splice(0)) admit(false);
    for (const wake of this.#waiting) wake();
  }

  #admit(): boolean {
    if (this.#closed || this.#runsAlone || this.#suspects.length > 0) return false;
    this.#running += 1;
    return true;
  }

  #next(): void {
    if (this.#running > 0) return;
    const suspect = this.#suspects.shift();
    if (suspect === undefined) {
      for (const wake of this.#waiting) wake();
      return;
    }
    this.#running = 1;
    this.#runsAlone = true;
    suspect(true);
  }
}
