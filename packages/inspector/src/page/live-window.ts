import { stateText } from './call-state.ts';
import type { LiveCall } from './live-call.ts';

/** How long the charts look back. */
export const windowMs = 60_000;
const partMs = 5_000;

/** A part of the last minute. */
export interface WindowPart {
  /** How many milliseconds before now it begins. */
  readonly fromAgoMs: number;
  /** How many milliseconds before now it ends. */
  readonly agoMs: number;
  /** How many calls started in it, by their state. */
  readonly counts: ReadonlyMap<string, number>;
  readonly total: number;
  readonly latency: Latency | undefined;
}

/** How long calls took, in milliseconds. */
export interface Latency {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** Divides the last minute into parts, the oldest first. */
export function windowParts(calls: readonly LiveCall[], nowMs: number): readonly WindowPart[] {
  const count = windowMs / partMs;
  const parts = Array.from({ length: count }, (): LiveCall[] => []);
  for (const call of calls) {
    const ago = nowMs - call.startedAt;
    if (ago >= 0 && ago < windowMs) parts[count - 1 - Math.floor(ago / partMs)]?.push(call);
  }
  return parts.map((inside, index) => {
    const states = inside.map(({ state }) => stateText(state)).toSorted((one, other) => rankOf(one) - rankOf(other));
    const counts = new Map<string, number>();
    for (const state of states) counts.set(state, (counts.get(state) ?? 0) + 1);
    const agoMs = (count - 1 - index) * partMs;
    return { fromAgoMs: agoMs + partMs, agoMs, counts, total: inside.length, latency: latencyOf(inside) };
  });
}

/** Bars are stacked in this order, so that a state is always in the same place. */
const order = ['Success', 'Running', 'Queued', 'Needs input', 'Canceled', 'Invalid input', 'Denied', 'Failed'];

function rankOf(state: string): number {
  return order.indexOf(state);
}

/** Returns the percentiles of the calls that have ended; `undefined` if no call has ended. */
export function latencyOf(calls: readonly LiveCall[]): Latency | undefined {
  const took = calls.flatMap(({ tookMs }) => tookMs ?? []).toSorted((one, other) => one - other);
  if (took.length === 0) return undefined;
  // The smallest duration that at least this share of the calls did not exceed.
  const at = (share: number): number => took[Math.ceil(share * took.length) - 1] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
