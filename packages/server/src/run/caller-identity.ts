import { ownerOf } from '@toolwire/internal';
import { type Credentials, sentCredentials } from './call-credentials.ts';
import type { ResolvedCall } from './resolved-call.ts';

/** A text that identifies the caller and its user. It contains the credentials of callers without a principal: digest it. */
export function callerIdentity(call: ResolvedCall): string {
  return JSON.stringify(callerParts(call));
}

/**
 * The caller and its user. Callers without a principal are identified by the tokens and secrets that they send and the tool reads: the
 * server may renew its own between attempts.
 */
export function callerParts(call: ResolvedCall): readonly unknown[] {
  return [ownerOf(call) ?? credentialTexts(sentCredentials(call)), call.context.userId ?? null];
}

/** The same texts for the same tokens and secrets, in any order. */
export function credentialTexts({ tokens, secrets }: Credentials): readonly string[] {
  return [
    ...tokens.map(({ id, token }) => JSON.stringify(['token', id, token])),
    ...secrets.map(({ id, value }) => JSON.stringify(['secret', id, value])),
  ].sort();
}
