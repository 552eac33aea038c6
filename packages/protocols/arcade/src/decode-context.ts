import type { CallContext, SecretValue } from '@toolwire/core';
import { isObject, present } from '@toolwire/core/wire';
import { idProblem, readEntries, textProblem } from '@toolwire/internal';

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
  const problem = textProblem('context.authorization.token', token) ?? idProblem('context.user_id', userId);
  if (problem !== undefined) return invalid(problem);
  const values = decodeSecrets(secrets);
  if (typeof values === 'string') return invalid(values);

  return {
    ok: true,
    value: { authorization: [], secrets: values, ...(typeof userId === 'string' && { userId }) },
    token: typeof token === 'string' ? token : undefined,
  };
}

function decodeSecrets(secrets: unknown): readonly SecretValue[] | string {
  // Null counts as absent, also in an object of values by their keys.
  const listed = isObject(secrets)
    ? Object.entries(secrets).flatMap(([key, value]) => (present(value) ? [{ key, value }] : []))
    : secrets;
  const entries = readEntries('context.secrets', listed, 'key', 'value');
  return typeof entries === 'string' ? entries : entries.map(([id, value]) => ({ id, value }));
}

function invalid(problem: string): DecodedContext {
  return { ok: false, problem };
}
