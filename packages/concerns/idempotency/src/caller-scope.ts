import type { Call, Tool } from '@toolwire/core';
import { principalKey, tellsCallersApart } from '@toolwire/internal';
import { canonicalJson } from './canonical-json.ts';
import type { MaybePromise } from './maybe-promise.ts';

type ToolCall = Call & { readonly tool: Tool };

/**
 * Whose a run is, as one text: the principal's with all that tells principals apart, the user's, and that of whoever has the tokens and
 * secrets that the tool can read. Of those it holds a digest that is keyed by the call itself: processes agree without a secret that
 * they share, no digest of a token stands anywhere by itself, and the same token has another one in each call.
 */
export function callerScope(call: ToolCall, owner: string | undefined = ownerOf(call)): MaybePromise<string> {
  const { userId } = call.context;
  // Most often there is neither, and a text that is always the same need not be put together.
  const scope = owner === undefined && userId === undefined ? nobody : part(owner) + part(userId);
  const credentials = credentialsOf(call);
  return credentials.length === 0
    ? scope
    : keyedDigest(scope + part(call.idempotencyKey), credentials).then((digest) => scope + part(digest));
}

/** Whose room a kept answer takes: the principal's, and not the user's, whose id is the caller's to choose. */
export function ownerOf({ principal }: ToolCall): string | undefined {
  return principal && principalKey(principal);
}

/** Callers never meet: each part says how long it is, and one that is missing is not one that is empty. */
function part(text: string | undefined): string {
  return text === undefined ? '-' : `${text.length}:${text}`;
}

const nobody = part(undefined) + part(undefined);

/** What the tool can read of the call's tokens and secrets, in an order that does not depend on the caller's. */
function credentialsOf(call: ToolCall): readonly string[] {
  const { context, tool } = call;
  const { requirements } = tool;
  if (requirements?.authorization === undefined && requirements?.secrets === undefined) return none;
  return [
    ...context.authorization
      .filter((one) => tellsCallersApart(call, one))
      .flatMap(({ id, token }) =>
        isDeclared(requirements.authorization, id) ? [`token ${canonicalJson([id, token])}`] : [],
      ),
    ...context.secrets
      .filter((one) => tellsCallersApart(call, one))
      .flatMap(({ id, value }) =>
        isDeclared(requirements.secrets, id) ? [`secret ${canonicalJson([id, value])}`] : [],
      ),
  ].sort();
}

const none: readonly string[] = [];

function isDeclared(declared: readonly { readonly id: string }[] = [], asked: string): boolean {
  return declared.some(({ id }) => id === asked);
}

async function keyedDigest(key: string, credentials: readonly string[]): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', encoder.encode(key), algorithm, false, ['sign']);
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', imported, encoder.encode(canonicalJson(credentials))));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const encoder = new TextEncoder();
