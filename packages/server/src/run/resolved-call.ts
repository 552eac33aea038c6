import type { AuthorizationToken, Call, CallContext, SecretValue, Tool, ToolInfo } from '@toolwire/core';
import { sensitiveValues } from '@toolwire/log';

/** A call after `resolve`: its tool is known. */
export type ResolvedCall = Call & { readonly tool: Tool };

/** A call after all checks: its input is valid. */
export type ReadyCall = ResolvedCall & { readonly validInput: unknown };

// Whether a call needs a stage. Other calls skip it.

export function hasScopes({ tool }: ResolvedCall): boolean {
  return tool.scopes !== undefined;
}

/** Tools without requirements skip the check (OTC-TAUTH-02). */
export function hasRequirements({ tool }: ResolvedCall): boolean {
  return tool.requirements !== undefined;
}

export function hasUploads({ tool }: ReadyCall): boolean {
  return tool.uploads !== undefined;
}

/** The run of a task was confirmed when its call arrived. */
export function needsConfirmation({ tool, task }: ReadyCall): boolean {
  return tool.confirm !== undefined && task === undefined;
}

/** The run of a task passes through. */
export function mayBecomeTask({ tool, task }: ResolvedCall): boolean {
  return tool.taskSupport !== undefined && task === undefined;
}

/** The ID and version of a tool, as in requests and logs. */
export function toolIdOf({ id, version }: Pick<ToolInfo, 'id' | 'version'>): string {
  return `${id}@${version}`;
}

/** A call whose caller records what its tool or a stage throws, for tests. */
export interface RecordedCall extends Call {
  readonly recordThrown?: ((thrown: unknown) => void) | undefined;
}

/** Passes an error to the caller if it records errors. */
export function recordThrown(call: RecordedCall, thrown: unknown): void {
  call.recordThrown?.(thrown);
}

/** Tokens and secrets of a call. */
export interface Credentials {
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

/** The tokens and secrets that a check adds to those of the caller. */
export function addedSecrets({ authorization, secrets }: CallContext, { context: before }: Call): readonly string[] {
  const known = new Set<Credential>([...before.authorization, ...before.secrets]);
  return [...authorization, ...secrets].filter((entry) => !known.has(entry)).map(valueOf);
}

type Credential = AuthorizationToken | SecretValue;

function valueOf(entry: Credential): string {
  return 'token' in entry ? entry.token : entry.value;
}
