import type { Call, Outcome } from '@toolwire/core';
import { safeCallerText } from './call-attributes.ts';
import { errorTypeOf } from './error-type.ts';

/** The message for subscribers: one object per call, completed at its end. It has no input, result or message of a tool. */
export interface CallMessage {
  /** Truncated, and `undefined` if it contains a secret of the call; so are `toolId` and `traceId`. */
  readonly callId: string | undefined;
  /** The requested tool ID. */
  readonly toolId: string | undefined;
  readonly wire: string;
  readonly traceId: string | undefined;
  readonly principalId: string | undefined;
  /** The resolved tool. */
  tool?: { readonly id: string; readonly version: string; readonly name: string };
  outcome?: Outcome['kind'];
  /** The duration of the handler. */
  durationMs?: number;
  replayed?: boolean;
  canRetry?: boolean;
  retryAfterMs?: number;
  /** The type of failure. */
  error?: { readonly type: string };
}

/** Creates the message at the start of a call. */
export function createMessage(call: Call): CallMessage {
  return {
    callId: safeCallerText(call.callId, call),
    toolId: safeCallerText(call.toolId, call),
    wire: call.wire,
    traceId: safeCallerText(call.traceId, call),
    principalId: call.principal?.id,
  };
}

/** Adds the outcome to the message. */
export function addOutcome(message: CallMessage, outcome: Outcome): void {
  const { tool, durationMs, replayed } = outcome;
  const errorType = errorTypeOf(outcome, message.wire);
  const hints = retryHintsOf(outcome);
  Object.assign(message, {
    outcome: outcome.kind,
    ...(tool && { tool: { id: tool.id, version: tool.version, name: tool.name } }),
    ...(durationMs !== undefined && { durationMs }),
    ...(replayed && { replayed }),
    ...(hints.canRetry !== undefined && { canRetry: hints.canRetry }),
    ...(hints.retryAfterMs !== undefined && { retryAfterMs: hints.retryAfterMs }),
    ...(errorType !== undefined && { error: { type: errorType } }),
  } satisfies Partial<CallMessage>);
}

/** Adds the outcome of a call in which a stage threw. */
export function addThrow(message: CallMessage): void {
  addOutcome(message, { kind: 'refused', code: 'internal', message: '' });
}

function retryHintsOf(outcome: Outcome): { readonly canRetry?: boolean; readonly retryAfterMs?: number } {
  if (outcome.kind === 'failed') return outcome.failure;
  return outcome.kind === 'refused' ? outcome : {};
}
