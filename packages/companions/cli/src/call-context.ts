import type { CallContext } from '@toolwire/client';
import { usageError } from './cli-error.ts';
import type { Arguments } from './command.ts';

/** The tokens, secrets and user id that were given for tools. */
export function callContext(given: Arguments): CallContext {
  const userId = given.value('user-id');
  return {
    authorization: pairs(given, 'authorization').map(([id, token]) => ({ id, token })),
    secrets: pairs(given, 'secret').map(([id, value]) => ({ id, value })),
    ...(userId !== undefined && { userId }),
  };
}

function pairs(given: Arguments, flag: string): readonly (readonly [string, string])[] {
  return given.values(flag).map((text) => {
    const at = text.indexOf('=');
    // What was typed may be a secret, so it is not repeated.
    if (at < 1) throw usageError(`--${flag} is written as --${flag} NAME=VALUE.`);
    return [text.slice(0, at), text.slice(at + 1)];
  });
}
