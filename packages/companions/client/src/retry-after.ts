import { longestTimerMs } from '@toolwire/internal';
import { httpDateOf } from './http-date.ts';

/** Reads `Retry-After`, which counts seconds or names a date, as milliseconds; nothing where it is neither. */
export function retryAfterMsOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(text)) return wholeMs(Number(text) * 1_000);
  const date = httpDateOf(text);
  if (date === undefined) return undefined;
  // By the server's own clock where it tells the time, since ours may be wrong.
  const now = httpDateOf(headers.get('date') ?? '') ?? Date.now();
  return wholeMs(Math.max(date - now, 0));
}

/** Reads a number of milliseconds as a wait, at most the longest that a timer can hold (E34); `undefined` where it is no wait. */
export function wholeMs(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 ? Math.min(Math.ceil(value), longestTimerMs) : undefined;
}
