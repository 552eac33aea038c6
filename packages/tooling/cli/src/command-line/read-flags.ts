import type { CallContext } from '@toolwire/client';
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

/** Reads the tokens, secrets and user ID for tools from the flags. */
export function callContext(args: Arguments): CallContext {
  const userId = args.value('user-id');
  return {
    authorization: nameValuePairs(args, 'authorization').map(([id, token]) => ({ id, token })),
    secrets: nameValuePairs(args, 'secret').map(([id, value]) => ({ id, value })),
    ...(userId !== undefined && { userId }),
  };
}

function nameValuePairs(args: Arguments, flag: string): readonly (readonly [string, string])[] {
  return args.values(flag).map((text) => {
    const separator = text.indexOf('=');
    // The value may be a secret, so the message omits it.
    if (separator < 1) throw usageError(`--${flag} needs a name and a value: --${flag} NAME=VALUE.`);
    return [text.slice(0, separator), text.slice(separator + 1)];
  });
}
