import type { AuthorizationToken, Call, CallContext, SecretValue } from '@toolwire/core';
import { ownerOf } from '@toolwire/internal';
import { sensitiveValues } from '@toolwire/log';
import type { ReadyCall, ResolvedCall } from './resolved-call.ts';

/** Tokens and secrets of a call. */
interface Credentials {
  readonly tokens: readonly AuthorizationToken[];
  readonly secrets: readonly SecretValue[];
}

/** The tokens and secrets of a call that its tool declares. */
export function declaredCredentials(
  { context, tool }: Pick<ResolvedCall, 'context' | 'tool'>,
  isWanted: (entry: Credential) => boolean = () => true,
): Credentials {
  const { authorization = [], secrets = [] } = tool.requirements ?? {};
  return {
    tokens: context.authorization.filter((entry) => isDeclared(authorization, entry) && isWanted(entry)),
    secrets: context.secrets.filter((entry) => isDeclared(secrets, entry) && isWanted(entry)),
  };
}

/** The declared tokens and secrets that the caller sent, not the server. */
export function sentCredentials(call: ResolvedCall): Credentials {
  return declaredCredentials(call, (entry) => call.context.supplied?.has(entry) !== true);
}

function isDeclared(declared: readonly { readonly id: string }[], { id }: { readonly id: string }): boolean {
  return declared.some((requirement) => requirement.id === id);
}

/** The tokens, secrets and sensitive parameters that a tool can read and may leak. */
export function secretsOfRun(call: ReadyCall): readonly string[] {
  const { tool, input, validInput } = call;
  const { tokens, secrets } = declaredCredentials(call);
  return [
    ...tokens.map(({ token }) => token),
    ...secrets.map(({ value }) => value),
    ...sensitiveValues(tool.inputSchema, input),
    ...sensitiveValues(tool.inputSchema, validInput),
  ];
}

// No tool needs more secrets. The secrets of the server come first, so a caller who sends more can only unmask values that it sent itself.
const maxSecrets = 100;

/** The tokens and secrets of a call, which stages can read. */
export function secretsOfCall({ context, suppliedSecrets }: Call): readonly string[] {
  const { supplied, authorization, secrets } = context;
  const values = [...(supplied ?? []), ...authorization, ...secrets].map(valueOf);
  return [...(suppliedSecrets ?? []), ...values].slice(0, maxSecrets);
}

/** The tokens and secrets that a check adds to the caller's. */
export function addedSecrets({ authorization, secrets }: CallContext, { context: before }: Call): readonly string[] {
  const known = new Set<Credential>([...before.authorization, ...before.secrets]);
  return [...authorization, ...secrets].filter((entry) => !known.has(entry)).map(valueOf);
}

type Credential = AuthorizationToken | SecretValue;

function valueOf(entry: Credential): string {
  return 'token' in entry ? entry.token : entry.value;
}

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
