import type { Call, Tool } from '@toolwire/core';

/** A call whose tool is known. */
export type ToolCall = Call & { readonly tool: Tool };

/** What ends a run before its time. */
export type Ending = 'stop' | 'cancellation';

/** A run that goes on, and where it stands in its list. */
export interface Run {
  readonly call: ToolCall;
  readonly end: (by: Ending) => void;
  place: number;
}

/** The runs that go on, in no order. A Set would do, but one that is emptied again and again is made anew each time. */
export class RunList {
  readonly #runs: Run[] = [];
  readonly #waiting: (() => void)[] = [];

  add(call: ToolCall, end: Run['end']): Run {
    const run = { call, end, place: this.#runs.length };
    this.#runs.push(run);
    return run;
  }

  remove(run: Run): void {
    const last = this.#runs.pop();
    if (last !== undefined && last !== run) {
      this.#runs[run.place] = last;
      last.place = run.place;
    } else if (this.#waiting.length > 0 && this.#runs.length === 0) {
      for (const resolve of this.#waiting.splice(0)) resolve();
    }
  }

  /** Resolves when none goes on. */
  empty(): Promise<void> {
    return this.#runs.length === 0 ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Ends all of them, or those whose calls are meant. */
  end(by: Ending, isMeant: (call: ToolCall) => boolean = () => true): void {
    for (const { call, end } of this.#runs.slice()) if (isMeant(call)) end(by);
  }
}
