import { createSeal, isObject, type SealKeys } from '@toolwire/internal';
import type { TaskCall } from '../record/task-record.ts';

/** The tokens and secrets that came with a call. */
export interface OwnCredentials {
  readonly tokens: readonly { readonly id: string; readonly token: string }[];
  readonly secrets: readonly { readonly id: string; readonly value: string }[];
}

/** Encrypts the credentials of calls, bound to one call of one owner: moved to another record, they cannot be decrypted (TASK-27). */
export interface CredentialSeal {
  seal(call: TaskCall, owner: string | null, credentials: OwnCredentials): Promise<string>;
  /** Decrypts the credentials; `undefined` for a call without any. Rejects if no key fits. */
  open(call: TaskCall, owner: string | null): Promise<OwnCredentials | undefined>;
}

export function createCredentialSeal(keys: SealKeys): CredentialSeal {
  const seal = createSeal(keys, 'sealWith');
  return {
    seal: (call, owner, credentials) => seal.seal(bindingOf(call, owner), JSON.stringify(credentials)),
    async open(call, owner) {
      if (call.sealed === undefined) return undefined;
      const text = await seal.open(bindingOf(call, owner), call.sealed);
      const credentials: unknown = text === undefined ? undefined : JSON.parse(text);
      if (isCredentials(credentials)) return credentials;
      const [keyId = ''] = call.sealed.split('.');
      throw new Error(
        `The credentials of the call were encrypted with the key '${keyId.slice(0, 32)}', which is missing or has changed. Keep each key in sealWith as long as its calls are stored.`,
      );
    },
  };
}

/** For a process without keys: rejects if the call has sealed credentials. */
export async function openWithoutKeys(call: TaskCall): Promise<undefined> {
  if (call.sealed === undefined) return undefined;
  throw new Error(
    'The credentials of the call are encrypted, and this process has no keys for tasks. Set the same sealWith in all processes.',
  );
}

function bindingOf({ toolId, toolVersion, callId }: TaskCall, owner: string | null): string {
  return JSON.stringify(['toolwire.task', owner, toolId, toolVersion, callId]);
}

function isCredentials(read: unknown): read is OwnCredentials {
  return isObject(read) && Array.isArray(read['tokens']) && Array.isArray(read['secrets']);
}

/** Why a call with its own credentials is refused. Names their IDs, never their values. TASK-01 */
export function refusalOf(toolId: string, ids: readonly string[]): string {
  const quotedIds = ids.slice(0, 5).map((id) => `'${id.slice(0, 100)}'`);
  return (
    `The call to '${toolId.slice(0, 100)}' brought its own ${quotedIds.join(', ')}, which cannot be stored with a task. ` +
    'Call it without a task, or let the server get what the tool requires from its own sources.'
  );
}
