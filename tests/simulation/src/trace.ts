/** The steps of a simulation, as text. The same seed gives the same text. */
export class Trace {
  readonly lines: string[] = [];
  readonly #now: () => number;
  readonly #isOn: boolean;

  /** Without `isOn`, nothing is recorded, which is faster. */
  constructor(now: () => number, isOn: boolean) {
    this.#now = now;
    this.#isOn = isOn;
  }

  /** Adds a line, with a shortened result if there is one. */
  add(process: string, text: string, result?: unknown): void {
    if (!this.#isOn) return;
    const suffix = result === undefined ? '' : shorten(JSON.stringify(result) ?? '');
    this.lines.push(`${this.#now().toFixed(1).padStart(9)} ${process.padEnd(10)} ${text}${suffix}`);
  }
}

function shorten(text: string): string {
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
