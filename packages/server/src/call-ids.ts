import type { CallHandler, Logger } from '@toolwire/core';

/**
 * Lets nothing be kept by the ids of calls of which nobody knows whose they are: another caller who uses the same id would get the
 * answer. Calls that come by no wire are the program's own.
 */
export function forgetUnknown(handle: CallHandler, warn: () => void): CallHandler {
  return (call) => {
    if (call.idempotencyKey === undefined || call.isCallerKnown === true) return handle(call);
    warn();
    return handle({ ...call, idempotencyKey: undefined });
  };
}

const keepsCallIds = Symbol.for('toolwire.keeps-call-ids');

/** Tells the log, once, what to do so that call ids are kept; nothing where no stage would keep them. */
export function createIdWarning(stages: readonly object[], logger: Logger): () => void {
  let isTold = !stages.some((stage) => keepsCallIds in stage);
  return () => {
    if (isTold) return;
    isTold = true;
    logger.warn({ option: 'principal' }, advice);
  };
}

const advice =
  "A call came with an id, and was run as if it had none: the server does not know who calls, and somebody else who uses the same id would get the answer. Say who calls where the tools are mounted, with principal: (request) => ({ id: … }), or with principal: 'auth' if the server's `auth` names each caller. Of visitors for whom `principal` answers undefined, ids are never kept.";
