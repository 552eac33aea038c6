import type { Call } from '@toolwire/core';
import { principalKey } from '@toolwire/internal';

/** Whose the tasks of a call are. */
export function ownerOf({ principal }: Call): string | undefined {
  return principal && principalKey(principal);
}

/** The id of the task of a call whose caller has chosen its id: the same call, sent again, has the same. */
export async function taskIdOf(call: Call, key: string): Promise<string> {
  const text = JSON.stringify(['toolwire.task', ownerOf(call), call.context.userId, key]);
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return `call-${Array.from(bytes.subarray(0, 20), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
