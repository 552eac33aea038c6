import { type Fields, isObject } from '@toolwire/core/wire';
import { fromBase64Url, toBase64Url } from '@toolwire/internal';

/** What a state is bound to. It is invalid for any other subject. */
export interface StateSubject {
  /** The owner of the state. `undefined` for anonymous callers. */
  readonly owner: string | undefined;
  readonly toolId: string;
  readonly input: unknown;
}

/** Why a returned state is rejected. */
export type StateProblem = 'forged' | 'expired';

/** State that a client returns in the next round of a call: the answers so far. */
export interface RequestStates {
  seal(answers: Fields, subject: StateSubject): Promise<string>;
  open(state: string, subject: StateSubject): Promise<Fields | StateProblem>;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Creates states signed with a secret. Without a secret, a random key is used until the process exits. */
export function createRequestStates(secret: string | undefined, ttlMs: number): RequestStates {
  let key: Promise<CryptoKey> | undefined;
  const getKey = (): Promise<CryptoKey> => {
    key ??= importHmacKey(secret);
    return key;
  };
  return {
    async seal(answers, subject) {
      const content = { answers, expiresAt: Date.now() + ttlMs, subject: await digestOf(subject) };
      const payload = encoder.encode(JSON.stringify(content));
      const signature = await crypto.subtle.sign('HMAC', await getKey(), payload);
      return `${toBase64Url(payload)}.${toBase64Url(new Uint8Array(signature))}`;
    },
    async open(state, subject) {
      // Untrusted until the signature, the subject and the expiry are verified. MCP-ASK-04
      const [payload, signature, ...rest] = state.split('.', 3).map(fromBase64Url);
      if (payload === undefined || signature === undefined || rest.length > 0) return 'forged';
      if (!(await crypto.subtle.verify('HMAC', await getKey(), signature, payload))) return 'forged';
      // The signature proves that the server wrote this JSON.
      const content = JSON.parse(decoder.decode(payload)) as unknown;
      if (!isObject(content) || !isObject(content['answers'])) return 'forged';
      if (content['subject'] !== (await digestOf(subject))) return 'forged';
      return typeof content['expiresAt'] === 'number' && content['expiresAt'] > Date.now()
        ? content['answers']
        : 'expired';
    },
  };
}

async function digestOf({ owner, toolId, input }: StateSubject): Promise<string> {
  // Bound to one caller, one tool and one input. MCP-ASK-06
  const text = JSON.stringify([owner ?? null, toolId, sorted(input)]);
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text))));
}

// Clients may reorder the members of the same arguments. The wrapper object keeps objects distinct from arrays.
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]): [string, unknown] => [name, sorted(member)]);
  return { members: members.sort(([left], [right]) => (left < right ? -1 : 1)) };
}

/** Imports a secret as an HMAC key. Without a secret, the key is random. */
export function importHmacKey(secret: string | undefined): Promise<CryptoKey> {
  const bytes = secret === undefined ? crypto.getRandomValues(new Uint8Array(32)) : encoder.encode(secret);
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}
