type Check = 'node' | 'packages' | 'store' | 'port' | 'clients';

export interface Finding {
  readonly check: Check;
  /** `skipped` if there was nothing to check. */
  readonly state: 'ok' | 'problem' | 'skipped';
  readonly message: string;
  /** How to fix the problem. */
  readonly advice?: string;
}

export function ok(check: Check, message: string): Finding {
  return { check, state: 'ok', message };
}

export function problem(check: Check, message: string, advice: string): Finding {
  return { check, state: 'problem', message, advice };
}

export function skipped(check: Check, message: string): Finding {
  return { check, state: 'skipped', message };
}
