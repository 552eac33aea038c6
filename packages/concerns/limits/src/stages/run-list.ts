import type { Call, Tool } from '@toolwire/core';

/** A call with its resolved tool. */
export type ToolCall = Call & { readonly tool: Tool };

/** Why a run ends early. */
export type Ending = 'stop' | 'cancellation';

/** A running call, with its index in the list. */
export interface Run {
  readonly call: ToolCall;
  readonly end: (ending: Ending) => void;
  index: number;
}

/** The running calls, unordered. Faster than a Set, which is reallocated whenever it becomes empty and fills again. */
export class RunList {
  readonly #runs: Run[] = [];
  readonly #waiting: (() => void)[] = [];

  add(call: ToolCall, end: Run['end']): Run {
    const run = { call, end, index: this.#runs.length };
    this.#runs.push(run);
    return run;
  }

  remove(run: Run): void {
    const last = this.#runs.pop();
    if (last !== undefined && last !== run) {
      this.#runs[run.index] = last;
      last.index = run.index;
    } else if (this.#waiting.length > 0 && this.#runs.length === 0) {
      for (const resolve of this.#waiting.splice(0)) resolve();
    }
  }

  /** Resolves when no call is running. */
  whenEmpty(): Promise<void> {
    return this.#runs.length === 0 ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Ends all runs, or only the selected runs. */
  end(ending: Ending, isSelected: (call: ToolCall) => boolean = () => true): void {
    for (const { call, end } of this.#runs.slice()) if (isSelected(call)) end(ending);
  }
}
