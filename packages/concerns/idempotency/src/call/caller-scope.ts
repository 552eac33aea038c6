import type { MaybePromise } from '@toolwire/core';
import { identifiesCaller, ownerOf, toHex, utf8Key } from '@toolwire/internal';
import { canonicalJson } from './fingerprint.ts';
import type { ToolCall } from './keyed-outcomes.ts';

/**
 * Returns a text that identifies the caller: the principal with its issuer and client, the user ID, and the tokens and secrets that
 * the tool can read. Tokens and secrets enter as an HMAC keyed by the call itself. Processes agree without a shared secret, no plain
 * digest of a token is stored, and the same token has another digest in each call.
 */
export function callerScope(call: ToolCall, owner: string | undefined = ownerOf(call)): MaybePromise<string> {
  const { userId } = call.context;
  // The most frequent case is a constant.
  const scope = owner === undefined && userId === undefined ? anonymous : part(owner) + part(userId);
  const credentials = credentialsOf(call);
  return credentials.length === 0
    ? scope
    : keyedDigest(scope + part(call.callerCallId), credentials).then((digest) => scope + part(digest));
}

/** Length-prefixed, so no two callers get the same text. A missing part differs from an empty one. */
function part(text: string | undefined): string {
  return text === undefined ? '-' : `${text.length}:${text}`;
}

const anonymous = part(undefined) + part(undefined);

/** The tokens and secrets of the call that the tool can read, sorted. */
function credentialsOf(call: ToolCall): readonly string[] {
  const { context, tool } = call;
  const { requirements } = tool;
  if (requirements?.authorization === undefined && requirements?.secrets === undefined) return none;
  return [
    ...context.authorization
      .filter((token) => identifiesCaller(call, token))
      .flatMap(({ id, token }) =>
        isDeclared(requirements.authorization, id) ? [`token ${canonicalJson([id, token])}`] : [],
      ),
    ...context.secrets
      .filter((secret) => identifiesCaller(call, secret))
      .flatMap(({ id, value }) =>
        isDeclared(requirements.secrets, id) ? [`secret ${canonicalJson([id, value])}`] : [],
      ),
  ].sort();
}

const none: readonly string[] = [];

function isDeclared(declared: readonly { readonly id: string }[] = [], requestedId: string): boolean {
  return declared.some(({ id }) => id === requestedId);
}

async function keyedDigest(key: string, credentials: readonly string[]): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', encoder.encode(utf8Key(key)), algorithm, false, ['sign']);
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', imported, encoder.encode(canonicalJson(credentials))));
  return toHex(digest);
}

const encoder = new TextEncoder();
