import { usageError } from '../cli-error.ts';
import type { Arguments } from './command.ts';

/** Reads a port. Returns `undefined` without the flag. */
export function readPort(args: Arguments, flag: string): number | undefined {
  const text = args.value(flag);
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw usageError(`--${flag} must be a port up to 65535, got '${text}'.`);
}

/** Reads after how many calls `toolwire record` stops. */
export function readMaxCalls(args: Arguments): number {
  const text = args.value('calls');
  if (text === undefined) return Number.POSITIVE_INFINITY;
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw usageError(`--calls must be a positive whole number, got '${text}'.`);
}

/** Reads how many attempts a call has: one more than its retries. */
export function readAttempts(args: Arguments): number {
  const text = args.value('retry') ?? '0';
  const retries = Number(text);
  if (Number.isInteger(retries) && retries >= 0 && retries <= 100) return retries + 1;
  throw usageError(`--retry must be a whole number up to 100, got '${text}'.`);
}
