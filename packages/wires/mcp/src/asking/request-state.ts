import { type Fields, isObject } from '../rpc/json-shape.ts';
import { fromBase64Url, toBase64Url } from '../signing/base64-url.ts';
import { importHmacKey } from '../signing/hmac-key.ts';

/** To what a state belongs: brought back with anything else it is worth nothing. */
export interface StateSubject {
  /** Whose it is; `undefined` for callers that nobody knows. */
  readonly owner: string | undefined;
  readonly toolId: string;
  readonly input: unknown;
}

/** Why a state that came back is not accepted. */
export type StateProblem = 'forged' | 'expired';

/** What a client keeps for the server between the rounds of one call: the answers it has given so far. */
export interface RequestStates {
  seal(answers: Fields, subject: StateSubject): Promise<string>;
  open(state: string, subject: StateSubject): Promise<Fields | StateProblem>;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Makes states that are signed with a secret; without one it is a secret of this process, for as long as it lives. */
export function createRequestStates(secret: string | undefined, ttlMs: number): RequestStates {
  let key: Promise<CryptoKey> | undefined;
  const keyOnce = (): Promise<CryptoKey> => {
    key ??= importHmacKey(secret);
    return key;
  };
  return {
    async seal(answers, subject) {
      const content = { answers, expiresAt: Date.now() + ttlMs, subject: await digestOf(subject) };
      const payload = encoder.encode(JSON.stringify(content));
      const signature = await crypto.subtle.sign('HMAC', await keyOnce(), payload);
      return `${toBase64Url(payload)}.${toBase64Url(new Uint8Array(signature))}`;
    },
    async open(state, subject) {
      // MCP-ASK-04: taken for an attacker's until its signature, its subject and its age are right.
      const [payload, signature] = state.split('.', 3).map(fromBase64Url);
      if (payload === undefined || signature === undefined || state.split('.').length !== 2) return 'forged';
      if (!(await crypto.subtle.verify('HMAC', await keyOnce(), signature, payload))) return 'forged';
      // Signed here, so it is JSON.
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
  // MCP-ASK-06: of one caller, one tool and one input.
  const text = JSON.stringify([owner ?? null, toolId, sorted(input)]);
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text))));
}

// Clients may write the same arguments in another order. Members stand in an object, so that no list looks like them.
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]): [string, unknown] => [name, sorted(member)]);
  return { members: members.sort(([left], [right]) => (left < right ? -1 : 1)) };
}
