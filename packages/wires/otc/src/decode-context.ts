import type { CallContext } from '@toolwire/core';
import { isObject, present } from '@toolwire/core/wire';
import { longestId } from '@toolwire/internal';

/** A call's context, or what is wrong with its shape. */
export type DecodedContext =
  | { readonly ok: true; readonly value: CallContext }
  | { readonly ok: false; readonly problem: string };

const emptyContext: CallContext = { authorization: [], secrets: [] };

/** Reads `context` (OTC-REQ-06): shapes are checked before anything looks inside, and unknown members are ignored. */
export function decodeContext(context: unknown): DecodedContext {
  if (!present(context)) return { ok: true, value: emptyContext };
  if (!isObject(context)) return wrong('"context" must be an object');

  const authorization = decodeEntries(context['authorization'], 'token');
  if (typeof authorization === 'string') return wrong(`"context.authorization" ${authorization}`);
  const secrets = decodeEntries(context['secrets'], 'value');
  if (typeof secrets === 'string') return wrong(`"context.secrets" ${secrets}`);
  const userId = context['user_id'];
  if (present(userId) && typeof userId !== 'string') return wrong('"context.user_id" must be a string');
  if (isTooLong(userId)) return wrong(`"context.user_id" must be at most ${longestId} characters long`);

  return {
    ok: true,
    value: {
      authorization: authorization.map(([id, token]) => ({ id, token })),
      secrets: secrets.map(([id, value]) => ({ id, value })),
      ...(typeof userId === 'string' ? { userId } : {}),
    },
  };
}

type Entry = readonly [id: string, value: string];

function decodeEntries(entries: unknown, member: 'token' | 'value'): readonly Entry[] | string {
  if (!present(entries)) return [];
  if (!Array.isArray(entries)) return 'must be an array';
  const byId = new Map<string, string>();
  for (const entry of entries as readonly unknown[]) {
    if (!isObject(entry) || typeof entry['id'] !== 'string' || typeof entry[member] !== 'string') {
      return `must hold objects with a string "id" and a string "${member}"`;
    }
    if (isTooLong(entry['id'])) return `must hold no "id" of more than ${longestId} characters`;
    const earlier = byId.get(entry['id']);
    // E71: which of two different values was meant cannot be known.
    if (earlier !== undefined && earlier !== entry[member]) return 'holds two different entries with the same "id"';
    byId.set(entry['id'], entry[member]);
  }
  return [...byId];
}

function isTooLong(id: unknown): boolean {
  return typeof id === 'string' && id.length > longestId;
}

function wrong(problem: string): DecodedContext {
  return { ok: false, problem };
}
