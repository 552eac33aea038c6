import type { CallHandler, Logger, Outcome, Stage } from '@toolwire/core';

/**
 * Runs calls of protocols. Refuses them while the server drains, and drops the call ID of an unknown caller: another caller with the same ID
 * would get the stored result.
 */
export function createServiceCall(
  handle: CallHandler,
  refusal: () => Outcome | undefined,
  warn: () => void,
): CallHandler {
  return (call) => {
    const refused = refusal();
    if (refused !== undefined) return refused;
    if (call.callerCallId === undefined || call.isCallerKnown === true) return handle(call);
    warn();
    return handle({ ...call, callerCallId: undefined, uniqueId: crypto.randomUUID() });
  };
}

/** Whether a stage stores results by call ID. */
export function storesByCallId({ repeat }: Pick<Stage, 'repeat'>): boolean {
  return repeat !== undefined;
}

/** Logs once that call IDs are ignored, and how to change that. Logs nothing if no stage stores results by call ID. */
export function createCallIdWarning(stages: readonly Pick<Stage, 'repeat'>[], logger: Logger): () => void {
  let isLogged = !stages.some(storesByCallId);
  return () => {
    if (isLogged) return;
    isLogged = true;
    logger.warn({ option: 'principal' }, advice);
  };
}

const advice =
  "Call ID ignored: no authenticated caller. Without one, another client using the same ID could read the result. Set principal: (request) => ({ id: … }) where the tools are mounted, or principal: 'auth' if the server's `auth` names each caller. If `principal` returns undefined, the call ID is always ignored.";
