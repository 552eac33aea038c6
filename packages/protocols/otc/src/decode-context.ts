import type { CallContext } from '@toolwire/core';
import { isObject, present } from '@toolwire/core/wire';
import { maxIdLength } from '@toolwire/internal';
import { type Decoded, decoded, malformed } from './decode-result.ts';

const emptyContext: CallContext = { authorization: [], secrets: [] };

/** Decodes `context`. Shapes are validated first, and unknown members are ignored (OTC-REQ-06). */
export function decodeContext(context: unknown): Decoded<CallContext> {
  if (!present(context)) return decoded(emptyContext);
  if (!isObject(context)) return malformed('"context" must be an object');

  const authorization = decodeEntries(context['authorization'], 'token');
  if (typeof authorization === 'string') return malformed(`"context.authorization" ${authorization}`);
  const secrets = decodeEntries(context['secrets'], 'value');
  if (typeof secrets === 'string') return malformed(`"context.secrets" ${secrets}`);
  const userId = context['user_id'];
  if (present(userId) && typeof userId !== 'string') return malformed('"context.user_id" must be a string');
  if (isTooLong(userId)) return malformed(`"context.user_id" must be at most ${maxIdLength} characters long`);

  return decoded({
    authorization: authorization.map(([id, token]) => ({ id, token })),
    secrets: secrets.map(([id, value]) => ({ id, value })),
    ...(typeof userId === 'string' ? { userId } : {}),
  });
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
    if (isTooLong(entry['id'])) return `must hold no "id" of more than ${maxIdLength} characters`;
    const earlier = byId.get(entry['id']);
    // Two different values for one ID are ambiguous (E71).
    if (earlier !== undefined && earlier !== entry[member]) return 'holds two different entries with the same "id"';
    byId.set(entry['id'], entry[member]);
  }
  return [...byId];
}

function isTooLong(id: unknown): boolean {
  return typeof id === 'string' && id.length > maxIdLength;
}
