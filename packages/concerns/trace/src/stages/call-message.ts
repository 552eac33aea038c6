import type { Call, Outcome } from '@toolwire/core';
import { errorTypeOf } from './error-type.ts';
import { textOfCaller } from './text-of-caller.ts';

/** What subscribers are told of a call: the same object throughout, filled in at its end. No input, no result, no words of a tool. */
export interface CallMessage {
  /** This id and the next two are the caller's own texts: cut to size, and missing where they repeat one of its secrets. */
  readonly callId: string | undefined;
  /** The tool id as it was asked for. */
  readonly toolId: string | undefined;
  readonly wire: string;
  readonly traceId: string | undefined;
  readonly principalId: string | undefined;
  /** The tool that was found. */
  tool?: { readonly id: string; readonly version: string; readonly name: string };
  outcome?: Outcome['kind'];
  /** How long the tool itself ran. */
  durationMs?: number;
  replayed?: boolean;
  canRetry?: boolean;
  retryAfterMs?: number;
  /** What kind of failure the call ended in. */
  error?: { readonly type: string };
}

/** What is known at the start. */
export function messageOf(call: Call): CallMessage {
  return {
    callId: textOfCaller(call.callId, call),
    toolId: textOfCaller(call.toolId, call),
    wire: call.wire,
    traceId: textOfCaller(call.traceId, call),
    principalId: call.principal?.id,
  };
}

/** Fills in the end. */
export function conclude(message: CallMessage, outcome: Outcome): void {
  const { tool, durationMs, replayed } = outcome;
  const errorType = errorTypeOf(outcome, message.wire);
  const hints = hintsOf(outcome);
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

/** The call ended in a throw of a stage, which is a bug. */
export function concludeThrow(message: CallMessage): void {
  conclude(message, { kind: 'refused', code: 'internal', message: '' });
}

function hintsOf(outcome: Outcome): { readonly canRetry?: boolean; readonly retryAfterMs?: number } {
  if (outcome.kind === 'failed') return outcome.failure;
  return outcome.kind === 'refused' ? outcome : {};
}
