import type { Call, Outcome } from '@toolwire/core';
import { errorTypeOf } from './error-type.ts';

/** What subscribers are told of a call: the same object throughout, filled in at its end. No input, no result, no words of a tool. */
export interface CallMessage {
  readonly callId: string;
  /** The tool id as it was asked for. */
  readonly toolId: string;
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

// Not checked yet: a caller may send a whole book.
const longestToolId = 256;

/** What is known at the start. */
export function messageOf({ callId, toolId, wire, traceId, principal }: Call): CallMessage {
  return { callId, toolId: toolId.slice(0, longestToolId), wire, traceId, principalId: principal?.id };
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
