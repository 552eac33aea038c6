type Settled<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: unknown };
type Hear<T> = (settled: Settled<T>) => void;

/**
 * A promise whose listeners hear of it at once, and not a turn later: what goes on with the one thing that a request waits for, its body,
 * is a chain of five, and each turn is a part of what a call costs. What it is not asked for often it leaves to a promise.
 */
export class Later<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Promise';
  #settled: Settled<T> | undefined;
  #first: Hear<T> | undefined;
  #others: Hear<T>[] | undefined;

  keep(value: T): void {
    this.#settle({ ok: true, value });
  }

  break(reason: unknown): void {
    // As of any promise that nobody listens to, the process is told.
    if (this.#settled === undefined && this.#first === undefined) void Promise.reject(reason);
    this.#settle({ ok: false, reason });
  }

  // oxlint-disable-next-line unicorn/no-thenable -- a promise has one
  then<Kept = T, Broken = never>(
    onKept?: ((value: T) => Kept | PromiseLike<Kept>) | null,
    onBroken?: ((reason: unknown) => Broken | PromiseLike<Broken>) | null,
  ): Promise<Kept | Broken> {
    if (typeof onKept !== 'function') return this.#promise().then(onKept, onBroken);
    const next = new Later<Kept | Broken>();
    this.#hear((settled) => {
      try {
        if (settled.ok) next.#take(onKept(settled.value));
        else if (typeof onBroken === 'function') next.#take(onBroken(settled.reason));
        else next.break(settled.reason);
      } catch (thrown) {
        next.break(thrown);
      }
    });
    return next;
  }

  catch<Broken = never>(onBroken?: ((reason: unknown) => Broken | PromiseLike<Broken>) | null): Promise<T | Broken> {
    return this.#promise().catch(onBroken);
  }

  finally(onEnd?: (() => void) | null): Promise<T> {
    return this.#promise().finally(onEnd);
  }

  #promise(): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#hear((settled) => (settled.ok ? resolve(settled.value) : reject(settled.reason)));
    });
  }

  #take(answer: T | PromiseLike<T>): void {
    if (!isThenable(answer)) return this.keep(answer);
    answer.then(
      (value) => this.keep(value),
      (reason: unknown) => this.break(reason),
    );
  }

  #hear(hear: Hear<T>): void {
    if (this.#settled !== undefined) hear(this.#settled);
    else if (this.#first === undefined) this.#first = hear;
    else (this.#others ??= []).push(hear);
  }

  // What a settled one is told again does not count.
  #settle(settled: Settled<T>): void {
    if (this.#settled !== undefined) return;
    this.#settled = settled;
    this.#first?.(settled);
    for (const hear of this.#others ?? []) hear(settled);
    this.#others = undefined;
  }
}

function isThenable<T>(answer: T | PromiseLike<T>): answer is PromiseLike<T> {
  return typeof answer === 'object' && answer !== null && 'then' in answer && typeof answer.then === 'function';
}
