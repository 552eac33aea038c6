/** The largest number of calls within any window of this length. */
export interface RateRule {
  readonly limit: number;
  readonly windowMs: number;
}

/** Whether a call is allowed, and if not, when to try again. */
export interface RateDecision {
  readonly allowed: boolean;
  /** Whole milliseconds; 0 if the call is allowed. */
  readonly retryAfterMs: number;
}

/**
 * Counts calls. It decides and counts atomically, so that two servers cannot both use the last call of a limit. A store
 * uses its own clock, counts only allowed calls, and counts different rules separately, even for one key.
 */
export interface RateStore {
  take(key: string, cost: number, rule: RateRule): RateDecision | Promise<RateDecision>;
}
