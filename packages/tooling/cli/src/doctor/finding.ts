type Check = 'node' | 'packages' | 'store' | 'port' | 'clients';

export interface Finding {
  readonly check: Check;
  /** `skipped` if there was nothing to check. */
  readonly state: 'ok' | 'problem' | 'skipped';
  readonly message: string;
  /** How to fix the problem. */
  readonly advice?: string;
}

/** Returns the result of a check without problems. */
export function ok(check: Check, message: string): Finding {
  return { check, state: 'ok', message };
}

/** Returns the result of a check that found a problem. */
export function problem(check: Check, message: string, advice: string): Finding {
  return { check, state: 'problem', message, advice };
}

/** Returns the result of a check that had nothing to check. */
export function skipped(check: Check, message: string): Finding {
  return { check, state: 'skipped', message };
}
