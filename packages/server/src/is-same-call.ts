import type { AuthorizationToken, Principal, SecretValue } from '@toolwire/core';
import { principalKey, tellsCallersApart } from '@toolwire/internal';
import type { ResolvedCall } from './ready-call.ts';

/** Whether a running call is the one that is meant: of the same id and tool, for the same caller and user, with the same tokens and secrets. */
export function isSameCall(running: ResolvedCall, meant: ResolvedCall): boolean {
  return (
    running.idempotencyKey === meant.idempotencyKey &&
    running.tool.id === meant.tool.id &&
    running.tool.version === meant.tool.version &&
    isSamePrincipal(running.principal, meant.principal) &&
    running.context.userId === meant.context.userId &&
    haveSameCredentials(running, meant)
  );
}

function isSamePrincipal(one: Principal | undefined, other: Principal | undefined): boolean {
  return one === undefined || other === undefined ? one === other : principalKey(one) === principalKey(other);
}

/** All that the tool can read: whoever shares a key with others is told from them by it. */
function haveSameCredentials(running: ResolvedCall, meant: ResolvedCall): boolean {
  const { authorization = [], secrets = [] } = running.tool.requirements ?? {};
  return (
    authorization.every(({ id }) => tokenOf(running, id) === tokenOf(meant, id)) &&
    secrets.every(({ id }) => secretOf(running, id) === secretOf(meant, id))
  );
}

function tokenOf(call: ResolvedCall, id: string): string | undefined {
  return findOwn(call, call.context.authorization, id)?.token;
}

function secretOf(call: ResolvedCall, id: string): string | undefined {
  return findOwn(call, call.context.secrets, id)?.value;
}

function findOwn<Entry extends AuthorizationToken | SecretValue>(
  call: ResolvedCall,
  entries: readonly Entry[],
  wanted: string,
): Entry | undefined {
  const found = entries.find(({ id }) => id === wanted);
  return found && tellsCallersApart(call, found) ? found : undefined;
}
