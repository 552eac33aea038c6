import { createSeal, isObject, type SealKeys } from '@toolwire/internal';
import type { TaskCall } from './task-call.ts';

/** The tokens and secrets that a call has brought along for itself. */
export interface OwnCredentials {
  readonly tokens: readonly { readonly id: string; readonly token: string }[];
  readonly secrets: readonly { readonly id: string; readonly value: string }[];
}

/** TASK-27: seals what calls bring along, each for one call of one owner: moved to another row, it opens nothing. */
export interface CredentialSeal {
  seal(call: TaskCall, owner: string | null, credentials: OwnCredentials): Promise<string>;
  /** What was sealed; nothing for a call that has brought nothing. Rejects where no key opens it. */
  open(call: TaskCall, owner: string | null): Promise<OwnCredentials | undefined>;
}

/** Makes the seal of the calls that are kept. */
export function createCredentialSeal(keys: SealKeys): CredentialSeal {
  const seal = createSeal(keys, 'tasks');
  return {
    seal: (call, owner, credentials) => seal.seal(placeOf(call, owner), JSON.stringify(credentials)),
    async open(call, owner) {
      if (call.sealed === undefined) return undefined;
      const text = await seal.open(placeOf(call, owner), call.sealed);
      const read: unknown = text === undefined ? undefined : JSON.parse(text);
      if (isCredentials(read)) return read;
      const [keyId = ''] = call.sealed.split('.');
      throw new Error(
        `What the call brought along was sealed by the key '${keyId.slice(0, 32)}', which does not open it. Keep each key among the keys of the tasks for as long as their calls are kept.`,
      );
    },
  };
}

/** Nobody has the key any more, or never had: for a process that only seals nothing. */
export async function openWithoutKeys(call: TaskCall): Promise<undefined> {
  if (call.sealed === undefined) return undefined;
  throw new Error(
    'What the call brought along is sealed, and the tasks of this process have no keys. Give it the same sealWith.',
  );
}

function placeOf({ toolId, toolVersion, callId }: TaskCall, owner: string | null): string {
  return JSON.stringify(['toolwire.task', owner, toolId, toolVersion, callId]);
}

function isCredentials(read: unknown): read is OwnCredentials {
  return isObject(read) && Array.isArray(read['tokens']) && Array.isArray(read['secrets']);
}
