import {
  type AuthorizationToken,
  type Call,
  type Outcome,
  type Principal,
  pipeline,
  type RefusedOutcome,
  type SecretValue,
  type Stage,
} from '@toolwire/core';
import { hasVersion, identifiesCaller, principalKey } from '@toolwire/internal';
import type { Interruption } from '@toolwire/limits/stage';
import type { ResolvedCall } from '../run/resolved-call.ts';
import type { Checks } from './checks.ts';

/** Options of `createCancel()`. */
export interface CancelOptions {
  readonly checks: Pick<Checks, 'resolve' | 'requirements'>;
  readonly around: readonly Pick<Stage, 'cancel'>[];
  readonly interruption: Pick<Interruption, 'cancel'>;
  /** Receives errors of stages that failed to cancel a call. */
  readonly report: (error: unknown) => void;
}

/** Does not reveal whether the call exists. */
const notCancelled: RefusedOutcome = {
  kind: 'refused',
  code: 'unavailable',
  message: 'The server cannot cancel calls at the moment, so the call may go on. Try again in a second.',
  retryAfterMs: 1_000,
};

/** Returns a function that cancels a caller's call: in this process directly, and in other processes through the stages in `around`. */
export function createCancel({
  checks,
  around,
  interruption,
  report,
}: CancelOptions): (call: Call) => Promise<RefusedOutcome | undefined> {
  const cancel = async (target: ResolvedCall): Promise<Outcome> => {
    interruption.cancel((running) => isSameCall(running, target));
    try {
      for (const stage of around) await stage.cancel?.(target);
    } catch (error) {
      report(error);
      return notCancelled;
    }
    return { kind: 'value', value: null };
  };
  // Resolves and supplies credentials as for the call itself, because credentials identify the caller too.
  const end = pipeline().use(checks.resolve).use(checks.requirements).handle(cancel);
  return async (call) => {
    // IDs of unknown callers identify no call. Callers only learn about failures, not whether the call exists.
    if (call.callerCallId === undefined || call.isCallerKnown !== true) return undefined;
    const outcome = await end(call);
    return outcome.kind === 'refused' && outcome.code === notCancelled.code ? notCancelled : undefined;
  };
}

/** Whether a running call is the call to cancel: same ID, tool, version (if requested), caller, user, tokens and secrets. */
function isSameCall(running: ResolvedCall, target: ResolvedCall): boolean {
  return (
    running.callerCallId === target.callerCallId &&
    running.tool.id === target.tool.id &&
    (running.tool.version === target.tool.version || !hasVersion(target)) &&
    isSamePrincipal(running.principal, target.principal) &&
    running.context.userId === target.context.userId &&
    haveSameCredentials(running, target)
  );
}

function isSamePrincipal(left: Principal | undefined, right: Principal | undefined): boolean {
  return left === undefined || right === undefined ? left === right : principalKey(left) === principalKey(right);
}

/** Compares what the tool reads: callers who share an API key may differ in it. */
function haveSameCredentials(running: ResolvedCall, target: ResolvedCall): boolean {
  const { authorization = [], secrets = [] } = running.tool.requirements ?? {};
  return (
    authorization.every(({ id }) => tokenOf(running, id) === tokenOf(target, id)) &&
    secrets.every(({ id }) => secretOf(running, id) === secretOf(target, id))
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
  const entry = entries.find(({ id }) => id === wanted);
  return entry && identifiesCaller(call, entry) ? entry : undefined;
}
