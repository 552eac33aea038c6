import type { AuthorizationRequirement, Call, CallContext, MaybePromise, MissingRequirements } from '@toolwire/core';
import { isUnavailable, type Unavailable } from './challenge.ts';

/** Where the server itself finds what a caller did not send, as callers over MCP cannot. */
export interface Supply {
  /** A token of the caller for a provider, such as one that the app keeps for its signed-in user. */
  readonly token?:
    | ((requirement: AuthorizationRequirement, call: Call) => MaybePromise<string | Unavailable | undefined>)
    | undefined;
  /** The value of a secret, such as one of the server's own environment. */
  readonly secret?: ((secretId: string, call: Call) => MaybePromise<string | undefined>) | undefined;
  /** The user for whom the call is made, such as the one who is signed in. */
  readonly userId?: ((call: Call) => MaybePromise<string | undefined>) | undefined;
}

/** A call's context, or what of it cannot be had now. */
export type Supplied =
  | { readonly context: CallContext }
  | { readonly context?: never; readonly provider: string; readonly problem: Unavailable };

/** Adds to a call's context what it lacks and the server knows; what the caller sent stays as it is. */
export async function supplyMissing(
  supply: Supply,
  call: Call,
  missing: MissingRequirements,
  requirementOf: (providerId: string) => AuthorizationRequirement,
): Promise<Supplied> {
  const { authorization = [], secrets = [] } = missing;
  const { context } = call;
  const [tokens, values, userId] = await Promise.all([
    Promise.all(authorization.map(async ({ id }) => ({ id, token: await supply.token?.(requirementOf(id), call) }))),
    Promise.all(secrets.map(async ({ id }) => ({ id, value: await supply.secret?.(id, call) }))),
    missing.userId === true ? supply.userId?.(call) : undefined,
  ]);
  for (const { id, token } of tokens) {
    if (typeof token === 'object' && isUnavailable(token)) return { provider: id, problem: token };
  }
  const foundTokens = tokens.filter((entry): entry is { id: string; token: string } => isText(entry.token));
  const foundValues = values.filter((entry): entry is { id: string; value: string } => isText(entry.value));
  return {
    context: {
      ...context,
      supplied: new Set([...foundTokens, ...foundValues]),
      authorization: [...without(context.authorization, foundTokens), ...foundTokens],
      secrets: [...without(context.secrets, foundValues), ...foundValues],
      ...(isText(userId) ? { userId } : {}),
    },
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

// What came for the same id was empty, or two values of which nobody can say which is meant.
function without<Entry extends { readonly id: string }>(
  sent: readonly Entry[],
  found: readonly { readonly id: string }[],
): readonly Entry[] {
  return sent.filter(({ id }) => !found.some((one) => one.id === id));
}
