import { principalKey } from '@toolwire/internal';
import { loadUuid } from '#load-uuid';
import { type Credentials, sentCredentials } from './call-credentials.ts';
import type { ResolvedCall } from './resolved-call.ts';

/** A random constant. All keys derive from it, so it must never change. */
const namespace = 'fed09997-bbfe-4a5b-9c62-d78494144789';

/**
 * The idempotency key for downstream services: a name-based UUID (RFC 9562) of the caller, the user, the tool and the call ID. It does
 * not depend on the tool's version or input, so a deploy between two attempts changes nothing.
 */
export function idempotencyKeyOf(call: ResolvedCall): string {
  const { tool, uniqueId, callId } = call;
  const { v5 } = loadUuid();
  return v5(JSON.stringify([...callerParts(call), tool.id, uniqueId ?? callId]), namespace);
}

/** A text that identifies the caller and its user. It contains the credentials of callers without a principal: digest it. */
export function callerIdentity(call: ResolvedCall): string {
  return JSON.stringify(callerParts(call));
}

function callerParts(call: ResolvedCall): readonly unknown[] {
  const { principal, context } = call;
  return [principal === undefined ? callerCredentials(call) : principalKey(principal), context.userId ?? null];
}

/** Identifies callers without a principal by the tokens and secrets that they send and the tool reads. The server may renew its own between attempts. */
function callerCredentials(call: ResolvedCall): readonly string[] {
  return credentialTexts(sentCredentials(call));
}

/** The same texts for the same tokens and secrets, in any order. */
export function credentialTexts({ tokens, secrets }: Credentials): readonly string[] {
  return [
    ...tokens.map(({ id, token }) => JSON.stringify(['token', id, token])),
    ...secrets.map(({ id, value }) => JSON.stringify(['secret', id, value])),
  ].sort();
}
