import type { CallContext, SecretValue } from '@toolwire/core';
import { isObject, present } from '@toolwire/core/wire';
import { maxIdLength } from '@toolwire/internal';

/** The context and the token of a call, or why it is invalid. */
export type DecodedContext =
  | { readonly ok: true; readonly value: CallContext; readonly token?: string | undefined }
  | { readonly ok: false; readonly problem: string };

/** Decodes `context`: one token, secrets as a list of `{ key, value }` or as an object, and the user ID. */
export function decodeContext(context: unknown): DecodedContext {
  if (!present(context)) return { ok: true, value: { authorization: [], secrets: [] } };
  if (!isObject(context)) return invalid('"context" must be an object');
  const { authorization, secrets, user_id: userId } = context;

  if (present(authorization) && !isObject(authorization)) return invalid('"context.authorization" must be an object');
  const token = isObject(authorization) ? authorization['token'] : undefined;
  if (present(token) && typeof token !== 'string') return invalid('"context.authorization.token" must be a string');
  const values = decodeSecrets(secrets);
  if (typeof values === 'string') return invalid(values);
  if (present(userId) && typeof userId !== 'string') return invalid('"context.user_id" must be a string');
  if (isTooLong(userId)) return invalid(`"context.user_id" must be at most ${maxIdLength} characters long`);

  return {
    ok: true,
    value:
      typeof userId === 'string'
        ? { authorization: [], secrets: values, userId }
        : { authorization: [], secrets: values },
    token: typeof token === 'string' ? token : undefined,
  };
}

function decodeSecrets(secrets: unknown): readonly SecretValue[] | string {
  if (!present(secrets)) return [];
  if (isObject(secrets)) {
    const entries = Object.entries(secrets).filter(([, value]) => present(value));
    if (entries.some(([, value]) => typeof value !== 'string')) return '"context.secrets" must hold strings';
    if (entries.some(([key]) => isTooLong(key))) return secretKeyTooLong;
    return entries.map(([id, value]) => ({ id, value: value as string }));
  }
  if (!Array.isArray(secrets)) return '"context.secrets" must be a list';
  const byKey = new Map<string, string>();
  for (const entry of secrets as readonly unknown[]) {
    if (!isObject(entry) || typeof entry['key'] !== 'string' || typeof entry['value'] !== 'string') {
      return '"context.secrets" must hold objects with a string "key" and a string "value"';
    }
    if (isTooLong(entry['key'])) return secretKeyTooLong;
    const earlier = byKey.get(entry['key']);
    // Two different values for one key are ambiguous. E71
    if (earlier !== undefined && earlier !== entry['value']) return '"context.secrets" holds two values for one key';
    byKey.set(entry['key'], entry['value']);
  }
  return [...byKey].map(([id, value]) => ({ id, value }));
}

const secretKeyTooLong = `"context.secrets" must not have a key of more than ${maxIdLength} characters`;

function isTooLong(id: unknown): boolean {
  return typeof id === 'string' && id.length > maxIdLength;
}

function invalid(problem: string): DecodedContext {
  return { ok: false, problem };
}
