/** A run that goes on, and where it stands in its list. */
export interface Run {
  readonly end: () => void;
  place: number;
}

/** The runs that go on, in no order. A Set would do, but one that is emptied again and again is made anew each time. */
export class RunList {
  readonly #runs: Run[] = [];

  add(end: () => void): Run {
    const run = { end, place: this.#runs.length };
    this.#runs.push(run);
    return run;
  }

  remove(run: Run): void {
    const last = this.#runs.pop();
    if (last === undefined || last === run) return;
    this.#runs[run.place] = last;
    last.place = run.place;
  }

  endAll(): void {
    for (const { end } of this.#runs.slice()) end();
  }
}
