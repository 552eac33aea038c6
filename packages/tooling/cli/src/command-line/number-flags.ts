import { usageError } from '../cli-error.ts';
import type { Arguments } from './command.ts';

/** Reads a port. Returns `undefined` without the flag. */
export function readPort(args: Arguments, flag: string): number | undefined {
  const text = args.value(flag);
  if (text === undefined) return undefined;
  const port = readWholeNumber(text);
  if (port !== undefined && port <= 65_535) return port;
  throw usageError(`--${flag} must be a port up to 65535, got '${text}'.`);
}

/** Reads after how many calls `toolwire record` stops. */
export function readMaxCalls(args: Arguments): number {
  const text = args.value('calls');
  if (text === undefined) return Number.POSITIVE_INFINITY;
  const count = readWholeNumber(text);
  if (count !== undefined && count > 0) return count;
  throw usageError(`--calls must be a whole number from 1, got '${text}'.`);
}

/** Reads how many attempts a call has: one more than its retries. */
export function readAttempts(args: Arguments): number {
  const text = args.value('retry') ?? '0';
  const retries = readWholeNumber(text);
  if (retries !== undefined && retries <= 100) return retries + 1;
  throw usageError(`--retry must be a whole number from 0 to 100, got '${text}'.`);
}

/** `Number()` also accepts blanks, `0x10` and `1e2`. */
function readWholeNumber(text: string): number | undefined {
  return /^\d+$/.test(text) ? Number(text) : undefined;
}
