/** How many calls may begin within any span of time of this length. */
export interface RateRule {
  readonly limit: number;
  readonly windowMs: number;
}

/** Whether a call may begin, and if not, how long until it may. */
export interface RateDecision {
  readonly allowed: boolean;
  /** Whole milliseconds; 0 when the call may begin. */
  readonly retryAfterMs: number;
}

/**
 * Where calls are counted. One round trip decides and counts at once, so that two servers on one store cannot both take the
 * last place. A store keeps time by its own clock, counts only what it allows, and counts two rules apart even under one key.
 */
export interface RateStore {
  take(key: string, cost: number, rule: RateRule): RateDecision | Promise<RateDecision>;
}
