import { stateText } from '../call-state.ts';
import type { LiveCall } from './live-call.ts';

/** How long the charts look back. */
export const windowMs = 60_000;
const partMs = 5_000;

/** A part of the last minute. */
export interface WindowPart {
  /** How many milliseconds before now it begins. */
  readonly startAgoMs: number;
  /** How many milliseconds before now it ends. */
  readonly endAgoMs: number;
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
  const parts: WindowPart[] = [];
  for (let endAgoMs = windowMs - partMs; endAgoMs >= 0; endAgoMs -= partMs) {
    const startAgoMs = endAgoMs + partMs;
    const started = calls.filter(({ startedAt }) => {
      // The clock of the server may be ahead.
      const agoMs = Math.max(0, nowMs - startedAt);
      return agoMs >= endAgoMs && agoMs < startAgoMs;
    });
    parts.push({
      startAgoMs,
      endAgoMs,
      counts: countStates(started),
      total: started.length,
      latency: latencyOf(started),
    });
  }
  return parts;
}

/** Bars are stacked in this order, so that a state is always in the same place. */
const stateOrder = ['Success', 'Running', 'Queued', 'Needs input', 'Canceled', 'Invalid input', 'Denied', 'Failed'];

function countStates(calls: readonly LiveCall[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const state of stateOrder) {
    const count = calls.filter((call) => stateText(call.state) === state).length;
    if (count > 0) counts.set(state, count);
  }
  return counts;
}

/** Returns the percentiles of the calls that have ended; `undefined` if no call has ended. */
export function latencyOf(calls: readonly LiveCall[]): Latency | undefined {
  const durations = calls.flatMap(({ tookMs }) => tookMs ?? []).toSorted((left, right) => left - right);
  if (durations.length === 0) return undefined;
  // The smallest duration that at least this share of the calls did not exceed.
  const percentile = (share: number): number => durations[Math.ceil(share * durations.length) - 1] ?? Number.NaN;
  return { p50: percentile(0.5), p95: percentile(0.95), p99: percentile(0.99) };
}
