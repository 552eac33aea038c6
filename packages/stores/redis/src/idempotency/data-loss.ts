import { randomUUID } from 'node:crypto';
import { evictionError } from '../connection/configuration.ts';

interface DataLossSettings {
  readonly prefix: string;
  readonly leaseMs: number;
  readonly trustEmpty: boolean;
  readonly allowEviction: boolean;
}

/** The results of claims that are correct even if Redis has lost other claims. */
const certainStates: ReadonlySet<string> = new Set(['running', 'completed', 'not_stored', 'conflict', 'in_doubt']);

/** Detects that Redis has lost data: its generation is another one than this process knows. */
export class DataLossDetector {
  readonly heartbeatKey: string;
  readonly #settings: DataLossSettings;
  #generation = '';
  #hasUnreportedLoss = false;

  constructor(settings: DataLossSettings) {
    this.heartbeatKey = `${settings.prefix}heartbeat`;
    this.#settings = settings;
  }

  /** The first values of each script with `detectDataLoss`. */
  values(): string[] {
    const { leaseMs, trustEmpty, allowEviction } = this.#settings;
    return [String(leaseMs), this.#generation, randomUUID(), flag(trustEmpty), flag(allowEviction)];
  }

  /** Decodes the reply of such a script. Throws if Redis may evict keys, and once after a data loss, unless the result is certain. */
  read(reply: unknown): readonly [state: string, detail: string] {
    const [state = '', generation = '', detail = ''] = Array.isArray(reply) ? reply.map(String) : [];
    if (this.#generation !== '' && generation !== this.#generation) this.#hasUnreportedLoss = true;
    this.#generation = generation;
    if (state === 'evicting') {
      throw evictionError(
        detail,
        'claims and results at any time, so calls would run twice',
        'use another Redis for caches',
      );
    }
    // Also after the lease in which owners renew: the loss of results must be reported.
    if (this.#hasUnreportedLoss && !certainStates.has(state)) {
      this.#hasUnreportedLoss = false;
      throw dataLostError(detail);
    }
    return [state, detail];
  }
}

/** Redis grants no claim, for a known time if there is one. */
class ClaimsClosedError extends Error {
  override readonly name: string = 'ClaimsClosedError';
  readonly retryAfterMs: number | undefined;

  constructor(message: string, leftMs: string) {
    super(message);
    this.retryAfterMs = leftMs === '' ? undefined : Number(leftMs);
  }
}

/** The error while Redis grants no claim because it has lost data. */
export function dataLostError(leftMs: string): Error {
  return new ClaimsClosedError(
    'Redis has lost data about calls, or the latest part of it. Calls with a call ID wait until running calls are known again, and calls whose results are lost run again when they are repeated. Make Redis persistent, for example with `appendonly yes`.',
    leftMs,
  );
}

/** The error while Redis grants no claim because it is new, or has lost everything. */
export function emptyRedisError(leftMs: string): Error {
  return new ClaimsClosedError(
    `Redis has no data about calls: it is new, or has lost them. Calls with a call ID wait for another ${leftMs} milliseconds, in which other processes report their running calls. Await ready() before your server accepts calls.`,
    leftMs,
  );
}

function flag(isSet: boolean): string {
  return isSet ? '1' : '0';
}
