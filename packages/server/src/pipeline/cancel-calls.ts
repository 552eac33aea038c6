import {
  type AuthorizationToken,
  type Call,
  type Logger,
  type Outcome,
  pipeline,
  type RefusedOutcome,
  type SecretValue,
  type Stage,
  type Tool,
} from '@toolwire/core';
import { describeThrown } from '@toolwire/errors';
import { hasVersion, identifiesCaller, ownerOf } from '@toolwire/internal';
import type { Interruption } from '@toolwire/limits/stage';
import { credentialTexts, declaredCredentials, secretsOfCall } from '../run/call-credentials.ts';
import type { ResolvedCall } from '../run/resolved-call.ts';
import type { Checks } from './checks.ts';

/** Options of `createCancel()`. */
export interface CancelOptions {
  readonly checks: Pick<Checks, 'resolve' | 'requirements'>;
  readonly around: readonly Pick<Stage, 'cancel'>[];
  readonly interruption: Pick<Interruption, 'cancel'>;
  /** Logs errors of stages that failed to cancel a call. */
  readonly logger: Logger;
}

/** Does not reveal whether the call exists. */
const notCanceled: RefusedOutcome = {
  kind: 'refused',
  code: 'unavailable',
  message: "The server can't cancel calls right now, so the call may go on. Retry in 1 second.",
  retryAfterMs: 1_000,
};

/** Returns a function that cancels a caller's call: in this process directly, and in other processes through the stages in `around`. */
export function createCancel({
  checks,
  around,
  interruption,
  logger,
}: CancelOptions): (call: Call) => Promise<RefusedOutcome | undefined> {
  const cancel = async (target: ResolvedCall): Promise<Outcome> => {
    interruption.cancel((running) => isSameCall(running, target));
    // All at once: a store that does not answer must not delay the others.
    const cancellations = await Promise.allSettled(around.map(async (stage) => stage.cancel?.(target)));
    const failures = cancellations.filter((cancellation) => cancellation.status === 'rejected');
    for (const { reason } of failures) {
      const error = describeThrown(reason, secretsOfCall(target));
      logger.error({ callId: target.callerCallId, error }, 'A call could not be canceled');
    }
    return failures.length > 0 ? notCanceled : { kind: 'value', value: null };
  };
  // Resolves and supplies credentials as for the call itself, because credentials identify the caller too.
  const resolveAndCancel = pipeline().use(checks.resolve).use(checks.requirements).handle(cancel);
  return async (call) => {
    // IDs of unknown callers identify no call. Callers only learn about failures, not whether the call exists.
    if (call.callerCallId === undefined || call.isCallerKnown !== true) return undefined;
    const outcome = await resolveAndCancel(call);
    return outcome.kind === 'refused' && outcome.code === notCanceled.code ? notCanceled : undefined;
  };
}

/** Whether a running call is the call to cancel: same ID, tool, version (if requested), caller, user, tokens and secrets. */
function isSameCall(running: ResolvedCall, target: ResolvedCall): boolean {
  return (
    running.callerCallId === target.callerCallId &&
    running.tool.id === target.tool.id &&
    (running.tool.version === target.tool.version || !hasVersion(target)) &&
    ownerOf(running) === ownerOf(target) &&
    running.context.userId === target.context.userId &&
    haveSameCredentials(running, target)
  );
}

/** Compares what the tool reads: callers who share an API key may differ in it. */
function haveSameCredentials(running: ResolvedCall, target: ResolvedCall): boolean {
  return identifyingText(running, running.tool) === identifyingText(target, running.tool);
}

/** As in the keys of stored results, a token of the server identifies a caller without a principal. */
function identifyingText(call: ResolvedCall, tool: Tool): string {
  const isWanted = (entry: AuthorizationToken | SecretValue): boolean => identifiesCaller(call, entry);
  return JSON.stringify(credentialTexts(declaredCredentials({ context: call.context, tool }, isWanted)));
}
