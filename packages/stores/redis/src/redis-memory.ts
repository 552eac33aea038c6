import { randomUUID } from 'node:crypto';
import { StartUpError } from '@toolwire/internal';

/** How a process enters the memory. */
export interface MemorySettings {
  readonly prefix: string;
  readonly leaseMs: number;
  readonly trustsEmpty: boolean;
  readonly mayEvict: boolean;
}

const ofKnownCalls: ReadonlySet<string> = new Set(['running', 'answered', 'unkept', 'conflict', 'in_doubt']);

/** What a process knows of the memory of a Redis: its name, so that another one means that Redis has forgotten. */
export class RedisMemory {
  readonly key: string;
  readonly #settings: MemorySettings;
  #name = '';
  #mustTell = false;

  constructor(settings: MemorySettings) {
    this.key = `${settings.prefix}memory`;
    this.#settings = settings;
  }

  /** What each script that enters the memory is given first. */
  values(): string[] {
    const { leaseMs, trustsEmpty, mayEvict } = this.#settings;
    return [String(leaseMs), this.#name, randomUUID(), flag(trustsEmpty), flag(mayEvict)];
  }

  /** Reads what such a script answers; throws where Redis drops keys, and once where it has forgotten, unless it knows the call. */
  read(reply: unknown): readonly [state: string, detail: string] {
    const [state = '', name = '', detail = ''] = Array.isArray(reply) ? reply.map(String) : [];
    if (this.#name !== '' && name !== this.#name) this.#mustTell = true;
    this.#name = name;
    if (state === 'evicting') throw mayForget(detail);
    // Also where the others had the time to make themselves known again: that answers are lost must not go unheard.
    if (this.#mustTell && !ofKnownCalls.has(state)) {
      this.#mustTell = false;
      throw hasForgotten(detail);
    }
    return [state, detail];
  }
}

/** Redis gives nobody a claim, for a time that it knows where there is one. */
class ClosedError extends Error {
  override readonly name: string = 'ClosedError';
  /** What callers are told to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, leftMs: string) {
    super(message);
    this.retryAfterMs = leftMs === '' ? undefined : Number(leftMs);
  }
}

/** What is said of a Redis that has forgotten. */
export function hasForgotten(leftMs: string): Error {
  return new ClosedError(
    'Redis has lost what it knew of calls, or the last of it: those with a key wait until the runs that go on are known again, and those whose answers are lost run again if they are repeated. Let Redis keep its data, as with `appendonly yes`.',
    leftMs,
  );
}

/** What is said of a Redis that knows nothing, and may have forgotten. */
export function knowsNothing(leftMs: string): Error {
  return new ClosedError(
    `Redis knows nothing of calls: it is new, or has forgotten them. Those with a key wait for another ${leftMs} milliseconds, in which the runs of other processes make themselves known. Await ready() before your server takes calls.`,
    leftMs,
  );
}

function mayForget(policy: string): Error {
  return new StartUpError(
    'TW_REDIS_UNFIT',
    `Redis has the maxmemory-policy '${policy}' and may drop claims and answers at any time, so that calls would run twice. Set maxmemory-policy to noeviction, or use another Redis for caches.`,
  );
}

function flag(isSet: boolean): string {
  return isSet ? '1' : '0';
}
