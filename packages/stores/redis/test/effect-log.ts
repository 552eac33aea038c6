import { appendFileSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Effect } from './effect-tools.ts';

/** The effects of tools in several processes, in a folder that they share. */
export interface EffectLog {
  readonly folder: string;
  readonly record: (effect: Effect) => void;
  /** How often a call has come to a step. */
  readonly count: (callId: string, step: Effect['step']) => number;
  /** How often every call has come to a step. */
  readonly countAll: (step: Effect['step']) => ReadonlyMap<string, number>;
  readonly remove: () => void;
}

/** Opens the log in a folder, or in a new one. */
export function openEffectLog(folder: string = mkdtempSync(join(tmpdir(), 'toolwire-effects-'))): EffectLog {
  const file = join(folder, 'effects');
  const countAll = (step: Effect['step']): ReadonlyMap<string, number> => {
    const counts = new Map<string, number>();
    // Only whole lines: another process may be about to write one.
    for (const line of existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []) {
      const effect = JSON.parse(line) as Effect;
      if (effect.step === step) counts.set(effect.callId, (counts.get(effect.callId) ?? 0) + 1);
    }
    return counts;
  };
  return {
    folder,
    record: (effect) => appendFileSync(file, `${JSON.stringify(effect)}\n`),
    count: (callId, step) => countAll(step).get(callId) ?? 0,
    countAll,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Whether it is the first with this key, like the check of a payment service with idempotency keys. */
export function isFirst(folder: string, key: string): boolean {
  try {
    openSync(join(folder, `key-${key}`), 'wx');
    return true;
  } catch {
    return false;
  }
}
