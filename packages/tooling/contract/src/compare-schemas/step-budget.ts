/** The limit of one proof. Only hostile schemas need more steps. */
const maxSteps = 20_000;

/** Counts the steps of a proof, and of the whole comparison that it is part of. */
export class StepBudget {
  #left: number;
  readonly #whole: StepBudget | undefined;

  constructor(steps: number = maxSteps, whole?: StepBudget) {
    this.#left = steps;
    this.#whole = whole;
  }

  /** Creates the budget of a proof that is part of this comparison. */
  forProof(): StepBudget {
    return new StepBudget(maxSteps, this);
  }

  /** Takes a step. Returns `false` if none is left. */
  take(): boolean {
    this.#left -= 1;
    return this.#left >= 0 && (this.#whole?.take() ?? true);
  }

  /** Whether a step was refused. */
  get isExceeded(): boolean {
    return this.#left < 0 || this.#whole?.isExceeded === true;
  }
}
